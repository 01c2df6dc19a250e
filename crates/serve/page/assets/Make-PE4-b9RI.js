import{$t as e,Cn as t,Dn as n,Dt as r,F as i,Ft as a,Kt as o,Mn as s,Nn as c,Pn as l,Qt as u,Rt as d,Sn as f,Ut as p,Vn as m,Vt as ee,Xt as h,Yt as g,an as _,bn as v,dn as y,fn as b,in as x,jn as S,kn as C,mn as w,pn as T,qt as te,sn as E,tn as D,un as ne,vn as O,wn as k,xn as A,xt as j,yn as M,zn as N}from"./board-CFNyr2WX.js";import{r as P}from"./index-LwetbpHx.js";import{t as re}from"./download-BShdYbeB.js";import{n as ie,t as ae}from"./packed-CT4mOO1N.js";var F=[`# A small game to begin with. A line that begins in the first column is a statement, indented lines belong
# to the statement above, and what follows a # means nothing.

game "Four Corners"

# The points. Also: grid 4x5 joined diagonally, alquerque 5x5, wheel 8, hexagon 3, drawn, lines.
board grid 3x3 joined all ways

# A kind of pieces, with a letter for each player's.
piece stone x o

# How the game begins: a dot is an empty point.
start
  o . o
  . . .
  x . x

# What the player to move does. More ways begin with 'or'; ways that are there only if nothing above can be
# done begin with 'else'.
turn  step a stone to an empty point

# When the game is over, for who has just moved: win, lose or tie.
win   all my stones are on enemy home

# What becomes of who cannot move: lose, win, tie or pass.
stuck lose
`,`# Hexapawn, from Gardner, Mathematical Games, Scientific American, March 1962.
# Known: 3x3 is won by the second player. Worked out here: 4x4 is won by the first.
game "Hexapawn"
option wide 3 4 5 6
option tall 3 4 5
board grid wide x tall
piece pawn w b
players "White" "Black"
start pawns on near row
turn  step a pawn forward to an empty point
or    step a pawn diagonally forward to an enemy pawn
win   my pawn on far row
stuck lose
`,`# Three Men's Morris without diagonals: rows and columns of nine points. No flying. (Built-in: morris three.)
game "Three Men's Morris"
board grid 3x3
piece man w b
players "White" "Black"
hand  3 men each
turn  place a man on an empty point,
        then if that made a line of 3 orthogonally: remove an enemy man outside lines of 3 orthogonally else an enemy man
else  step a man to an empty point,
        then if that made a line of 3 orthogonally: remove an enemy man outside lines of 3 orthogonally else an enemy man
win   fewer than 3 enemy men in all
stuck lose
`,`# Dao, by Jeff Pickering and Ben van Buskirk (1999). A stone slides as far as it can; who is shut in in a
# corner by three stones of the enemy wins.
game "Dao"
board grid 4x4 joined all ways
piece stone w b
players "White" "Black"
start
  w . . b
  . w b .
  . b w .
  b . . w
pattern square
  * *
  * *
turn  slide a stone to an empty point, as far as possible
win   my stones make a line of 4 orthogonally or my stones make a square or my stones fill corners
      or my stone on corners surrounded by enemy stones
lose  enemy stones make a line of 4 orthogonally or enemy stones make a square or enemy stones fill corners
      or enemy stone on corners surrounded by my stones
stuck lose
`,`# Breakthrough, by Dan Troyka (2000), two rows of men each. Known: 5x5 is won by the second player
# (Saffidine, Jouandeau and Cazenave 2012).
game "Breakthrough"
option wide 3 4 2 5
option tall 5 4 6
board grid wide x tall
piece man w b
players "White" "Black"
start men on near 2 rows
turn  step a man forward to an empty point
or    step a man diagonally forward to an empty point or an enemy man
win   my man on far row
win   no enemy men
stuck lose
`],oe=e=>/^game\s+"([^"]*)"/m.exec(e)?.[1]??``,I=/^(game|players|option|board|piece|neutral|hand|captives|start|region|pattern|turn|or|else|win|lose|tie|stuck)$/,L=/^(if|then|and|not|no|any|all|each|for|first|second|on|off|in|to|of|with|over|beside|from|my|enemy|empty|place|step|slide|leap|move|remove|swap|push|shoot|promote|flip|capture|pass|capturing|again|most|grid|alquerque|wheel|ring|hexagon|drawn|lines|joined|make|fill|line|lines|points|far|near|row|rows|edge|corners|centre|home|fewer|more|than|at|least|full)$/,R=/(#.*)|("[^"]*"?)|(\d+)|([\p{L}_][\p{L}_']*)|([^#"\d\p{L}_]+)/gu;function z(e){let t=/^\s/.test(e),n=[];for(let[r,i,a,o,s]of e.matchAll(R)){let e=s?.toLowerCase()??``,c=!t&&n.length===0,l=i?`comment`:a?`name`:o?`number`:c&&I.test(e)?`statement`:L.test(e)?`word`:`plain`;n.push([l,r])}return n}function B(e,t){let n=[];for(let[r,i]of e.split(`
`).entries()){r>0&&n.push({look:`plain`,text:`
`,marked:!1});let e=t?.line===r+1?t:void 0,[a,o]=e?[e.column-1,e.column-1+e.length]:[0,0],s=0;for(let[t,r]of z(i)){let i=[...r],c=[0,Math.max(0,a-s),Math.max(0,o-s),i.length].map(e=>Math.min(e,i.length));for(let r=0;r<3;r++){let a=i.slice(c[r],c[r+1]).join(``);a&&n.push({look:t,text:a,marked:e!==void 0&&r===1})}s+=i.length}e&&a>=s&&n.push({look:`plain`,text:` `,marked:!0})}return n}function se(e,{line:t,column:n,length:r}){let i=e.split(`
`),a=i.slice(0,t-1).reduce((e,t)=>e+t.length+1,0),o=[...i[t-1]??``],s=e=>o.slice(0,e).join(``).length;return[a+s(n-1),a+s(n-1+r)]}var ce=e=>/^did you mean '([^']+)'\?$/.exec(e??``)?.[1],V=`/api/v1/rules`,H=`/api/v1/made`,U=(e,t)=>t===void 0?e:`${e}?${new URLSearchParams({variant:t})}`,le=e=>U(V,e),ue=e=>U(H,e),W=E(`<span> </span>`),G=E(`<div class="editor svelte-1107pcl"><div class="sheet svelte-1107pcl"><pre aria-hidden="true" class="svelte-1107pcl"><!> </pre> <textarea spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" class="svelte-1107pcl"></textarea></div></div>`);function de(r,i){l(i,!0);let o=a(i,`text`,15),f=C(void 0);function m(e,t){w(f)?.focus(),w(f)?.setSelectionRange(e,t)}var v={select:m},y=G(),b=A(y),S=A(b),T=A(S);u(T,17,()=>B(o(),i.mistake),e,(e,n)=>{var r=W();let i;var a=t(r,!0);O(()=>{i=g(r,1,h(w(n).look),`svelte-1107pcl`,i,{marked:w(n).marked}),x(a,w(n).text)}),_(e,r)});var te=k(T,1,!0);te.nodeValue=`
 `,N(S);var E=k(S,2);return s(E),d(E,e=>n(f,e),()=>w(f)),N(b),N(y),O(()=>{p(E,`aria-label`,i.label),p(E,`aria-describedby`,i.describedby),p(E,`aria-invalid`,i.mistake?`true`:void 0)}),ee(E,o),_(r,y),c(v)}var fe=new Intl.NumberFormat(`de`),pe={lead:`Schreiben Sie die Regeln auf: Das Brett entsteht beim Tippen, und das Spiel wird gelöst, damit Sie es spielen können.`,text:`Regeln`,examples:`Beispiele`,open:`Datei öffnen`,download:`Herunterladen`,copy:`Link kopieren`,copied:`Link kopiert: Der ganze Text steht darin.`,notCopied:`Der Browser lässt die Seite nicht kopieren: Die Adresse dieser Seite ist der Link.`,damaged:`Der Link ist beschädigt; hier ist stattdessen ein Beispiel.`,place:(e,t)=>`Zeile ${e}, Spalte ${t}:`,reading:`Wird gelesen`,right:`Das sind Regeln eines Spiels.`,correct:e=>`„${e}“ schreiben`,show:`Zur Stelle`,outcome:`Was aus den Regeln wird`,variant:`Variante`,start:e=>`Das Brett am Anfang: ${e}`,play:`Lösen und spielen`,statistics:`Statistik`,elsewhere:`Laden Sie die Regeln herunter, um sie auf dem eigenen Rechner zu lösen.`,moves:e=>`${fe.format(e)} ${e===1?`Zug`:`Züge`} am Anfang:`,derived:`Was daraus folgt`,explanation:`Die Regeln nacherzählt`},K=new Intl.NumberFormat(`en`),me={lead:`Write down the rules: the board is drawn as you type, and the game is solved for you to play.`,text:`Rules`,examples:`Examples`,open:`Open a file`,download:`Download`,copy:`Copy a link`,copied:`Link copied: the whole text is in it.`,notCopied:`The browser does not let the page copy: the address of this page is the link.`,damaged:`The link is damaged, so here is an example.`,place:(e,t)=>`Line ${e}, column ${t}:`,reading:`Reading`,right:`These are rules of a game.`,correct:e=>`Write “${e}”`,show:`Go there`,outcome:`What the rules make`,variant:`Variant`,start:e=>`The board at the start: ${e}`,play:`Solve and play`,statistics:`Statistics`,elsewhere:`Download the rules to solve them on your own machine.`,moves:e=>`${K.format(e)} ${e===1?`move`:`moves`} at the start:`,derived:`What follows from them`,explanation:`The rules said back`},he=E(`<option> </option>`),ge=E(`<p class="wrong svelte-eboj6p"><strong> </strong> <span lang="en"> <!></span></p>`),_e=E(`<p class="wrong svelte-eboj6p"><span lang="en"> </span></p>`),ve=E(`<p class="right svelte-eboj6p"> </p>`),ye=E(`<p class="faint svelte-eboj6p"> </p>`),be=E(`<button> </button>`),xe=E(`<p class="buttons svelte-eboj6p"><!> <button class="quiet"> </button></p>`),Se=E(`<label class="variant svelte-eboj6p"> <select class="svelte-eboj6p"></select></label>`),Ce=E(`<p class="wrong svelte-eboj6p"><span lang="en"> </span> </p>`),we=E(`<p class="wrong svelte-eboj6p" role="alert" lang="en"> </p>`),Te=E(`<li> </li>`),Ee=E(`<h2 class="svelte-eboj6p"> </h2> <!> <div class="board ground svelte-eboj6p" role="img"><!></div> <p class="buttons svelte-eboj6p"><button class="main"> </button> <button> </button></p> <!> <!> <p class="faint"> <code> </code></p> <h3 class="svelte-eboj6p"> </h3> <ul lang="en" class="svelte-eboj6p"></ul> <details><summary> </summary> <pre class="explanation svelte-eboj6p" lang="en"> </pre></details>`,1),De=E(`<main><h1> </h1> <p class="lead"> </p> <div class="desk svelte-eboj6p"><section><p class="buttons svelte-eboj6p"><select class="examples svelte-eboj6p"><option> </option><!></select> <button class="quiet"> </button> <input class="unseen" type="file" accept=".game,text/plain" tabindex="-1"/> <button class="quiet"> </button> <button class="quiet"> </button></p> <!> <div class="told svelte-eboj6p" id="mistake" role="status"><!></div> <!> <p class="faint" role="status"> </p></section> <section><!></section></div></main>`);function Oe(a,s){l(s,!0);let ee={en:me,de:pe},h=S(()=>({...r().make,...ee[r().locale]??me})),y=C(``),E=C(void 0),I=C(void 0),L=C(void 0),R=C(!1),z=C(``),B=C(void 0),V=C(void 0),H=C(void 0),U,W=S(()=>w(R)&&w(I)?.kind===`ready`?w(I).facts.mistake:void 0),G=S(()=>w(W)?ce(w(W).advice):void 0),fe=S(()=>w(I)?.kind===`failed`||w(I)?.kind===`lost`?w(I).error:void 0),K=S(()=>w(R)&&!w(W)&&w(L)!==void 0&&w(B)?.kind!==`working`);M(()=>{document.title=r().page.title(w(h).title)});async function Oe(){try{q(await ie(location.hash)??F[0])}catch{q(F[0]),n(z,w(h).damaged,!0)}}Oe(),M(()=>()=>U?.abort());function q(e){(e=>{var t=m(e,3);n(y,t[0],!0),n(E,t[1],!0),n(z,t[2],!0)})([e,void 0,``])}M(()=>{let[e,t]=[w(y),w(E)];if(n(R,!1),n(B,void 0),e===``)return;let r=new AbortController,i=setTimeout(()=>{j(le(t),r.signal,e=>ke(e),e),ae(e).then(e=>r.signal.aborted||history.replaceState(history.state,``,`/make#${e}`))},250);return()=>{clearTimeout(i),r.abort()}});function ke(e){n(I,e),e.kind===`ready`&&(n(R,!0),e.facts.rules&&n(L,e.facts.rules))}function Ae(e){U?.abort(),U=new AbortController,j(ue(w(E)),U.signal,t=>{n(B,t),t.kind===`ready`&&P({...t.facts,view:e})},w(y))}function je(){if(!w(W)||!w(G))return;let[e,t]=se(w(y),w(W));n(y,w(y).slice(0,e)+w(G)+w(y).slice(t)),w(V)?.select(e+w(G).length,e+w(G).length)}async function Me(){let e=`${location.origin}/make#${await ae(w(y))}`;try{await navigator.clipboard.writeText(e),n(z,w(h).copied,!0)}catch{n(z,w(h).notCopied,!0)}}function Ne(){let e=oe(w(y)).replace(/[^\p{L}\p{N}]+/gu,`-`).replace(/^-|-$/g,``).toLowerCase()||`rules`;re(`${e}.game`,new Blob([w(y)],{type:`text/plain`}))}async function Pe(){let e=w(H)?.files?.[0];e&&(q(await e.slice(0,1<<17).text()),w(H)&&(w(H).value=``))}var Fe=De();T(`hashchange`,v,()=>void Oe());var Ie=A(Fe),Le=t(Ie,!0),Re=k(Ie,2),ze=t(Re,!0),Be=k(Re,2),J=A(Be),Ve=A(J),Y=A(Ve),X=A(Y),He=t(X,!0);X.value=X.__value=``;var Ue=k(X);u(Ue,17,()=>F,e,(e,n,r)=>{var i=he(),a=t(i,!0),o={};O((e,t)=>{x(a,e),o!==(o=t)&&(i.value=(i.__value=o)??``)},[()=>oe(w(n)),()=>String(r)]),_(e,i)}),N(Y),Y.value=Y.__value=``;var We=k(Y,2),Ge=t(We,!0),Z=k(We,2);d(Z,e=>n(H,e),()=>w(H));var Ke=k(Z,2),qe=t(Ke,!0),Je=k(Ke,2),Ye=t(Je,!0);N(Ve);var Xe=k(Ve,2);d(de(Xe,{get mistake(){return w(W)},get label(){return w(h).text},describedby:`mistake`,get text(){return w(y)},set text(e){n(y,e,!0)}}),e=>n(V,e,!0),()=>w(V));var Q=k(Xe,2),Ze=A(Q),Qe=e=>{var n=ge(),r=A(n),i=t(r,!0),a=k(r,2),o=A(a,!0),s=k(o),c=e=>{var t=ne();O(()=>x(t,`; ${w(W).advice??``}`)),_(e,t)};D(s,e=>{w(W).advice&&e(c)}),N(a),N(n),O(e=>{x(i,e),x(o,w(W).message)},[()=>w(h).place(w(W).line,w(W).column)]),_(e,n)},$e=e=>{var n=_e(),r=A(n),i=t(r,!0);N(n),O(()=>x(i,w(fe))),_(e,n)},et=e=>{var n=ve(),r=t(n,!0);O(()=>x(r,w(h).right)),_(e,n)},tt=e=>{var n=ye(),r=t(n,!0);O(()=>x(r,w(h).reading)),_(e,n)};D(Ze,e=>{w(W)?e(Qe):w(fe)?e($e,1):w(R)?e(et,2):e(tt,-1)}),N(Q);var nt=k(Q,2),rt=e=>{var n=xe(),r=A(n),i=e=>{var n=be(),r=t(n,!0);O(e=>x(r,e),[()=>w(h).correct(w(G))]),b(`click`,n,je),_(e,n)};D(r,e=>{w(G)&&e(i)});var a=k(r,2),o=t(a,!0);N(n),O(()=>x(o,w(h).show)),b(`click`,a,()=>w(W)&&w(V)?.select(...se(w(y),w(W)))),_(e,n)};D(nt,e=>{w(W)&&e(rt)});var it=k(nt,2),at=t(it,!0);N(J);var $=k(J,2);let ot;var st=A($),ct=r=>{var a=Ee(),s=f(a),c=t(s,!0),l=k(s,2),d=e=>{var r=Se(),i=A(r),a=k(i);u(a,20,()=>[...w(L).variants].sort(),e=>e,(e,n)=>{var r=he(),i=t(r,!0),a={};O(()=>{x(i,n),a!==(a=n)&&(r.value=(r.__value=a)??``)}),_(e,r)}),N(a);var s;o(a),N(r),O(()=>{x(i,`${w(h).variant??``} `),s!==(s=w(L).variant)&&(a.value=(a.__value=s)??``,te(a,s))}),b(`change`,a,e=>n(E,e.currentTarget.value,!0)),_(e,r)};D(l,e=>{w(L).variants.length>1&&e(d)});var m=k(l,2),ee=A(m);i(ee,{get scene(){return w(L).scene},get picture(){return w(L).start_picture}}),N(m);var g=k(m,2),v=A(g),y=t(v,!0),S=k(v,2),C=t(S,!0);N(g);var T=k(g,2),ne=e=>{var n=Ce(),r=A(n),i=t(r,!0),a=k(r);N(n),O(()=>{x(i,w(L).too_large),x(a,` ${w(h).elsewhere??``}`)}),_(e,n)};D(T,e=>{w(L).too_large&&e(ne)});var j=k(T,2),M=e=>{var n=we(),r=t(n,!0);O(()=>x(r,w(B).error)),_(e,n)};D(j,e=>{w(B)&&w(B).kind!==`ready`&&w(B).kind!==`working`&&e(M)});var P=k(j,2),re=A(P),ie=k(re),ae=t(ie);N(P);var F=k(P,2),oe=t(F,!0),I=k(F,2);u(I,21,()=>w(L).derived,e,(e,n)=>{var r=Te(),i=t(r,!0);O(()=>x(i,w(n))),_(e,r)}),N(I);var R=k(I,2),z=A(R),se=t(z,!0),ce=k(z,2),V=t(ce,!0);N(R),O((e,t,n)=>{x(c,w(L).name),p(m,`aria-label`,e),v.disabled=!w(K),x(y,w(h).play),S.disabled=!w(K),x(C,w(h).statistics),x(re,`${t??``} `),x(ae,`${n??``}${w(L).moves_in_all>w(L).moves.length?` …`:``}`),x(oe,w(h).derived),x(se,w(h).explanation),x(V,w(L).explanation)},[()=>w(h).start(w(L).start),()=>w(h).moves(w(L).moves_in_all),()=>w(L).moves.join(` `)]),b(`click`,v,()=>Ae(`play`)),b(`click`,S,()=>Ae(`statistics`)),_(r,a)};D(st,e=>{w(L)&&e(ct)}),N($),N(Be),N(Fe),O(()=>{x(Le,w(h).title),x(ze,w(h).lead),p(J,`aria-label`,w(h).text),p(Y,`aria-label`,w(h).examples),x(He,w(h).examples),x(Ge,w(h).open),p(Z,`aria-label`,w(h).open),x(qe,w(h).download),x(Ye,w(h).copy),x(at,w(z)),ot=g($,1,`outcome svelte-eboj6p`,null,ot,{old:!w(R)||w(W)}),p($,`aria-label`,w(h).outcome)}),b(`change`,Y,e=>{let t=F[Number(e.currentTarget.value)];e.currentTarget.value=``,t&&q(t)}),b(`click`,We,()=>w(H)?.click()),b(`change`,Z,()=>void Pe()),b(`click`,Ke,Ne),b(`click`,Je,()=>void Me()),_(a,Fe),c()}y([`change`,`click`]);export{Oe as default};
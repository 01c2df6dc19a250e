import{$t as e,An as t,Dn as n,Dt as r,F as i,Gt as a,It as o,Jt as s,Ln as c,Mn as l,Nt as u,Sn as d,Tn as f,Vt as p,Wt as ee,Xt as m,Z as h,Zt as te,_n as g,an as _,bn as v,cn as y,dn as ne,fn as b,gn as x,jn as S,kn as C,ln as w,nn as T,qt as re,rn as E,un as D,vn as O,xn as k,yn as A,zn as ie,zt as j}from"./board-fsmK09zA.js";import{r as M}from"./index-Pm3E0Phj.js";import{t as ae}from"./download-BShdYbeB.js";import{n as oe,t as N}from"./packed-CT4mOO1N.js";var P=[`# A small game to begin with. A line that begins in the first column is a statement, indented lines belong
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
`],F=e=>/^game\s+"([^"]*)"/m.exec(e)?.[1]??``,I=/^(game|players|option|board|piece|neutral|hand|captives|start|region|pattern|turn|or|else|win|lose|tie|stuck)$/,L=/^(if|then|and|not|no|any|all|each|for|first|second|on|off|in|to|of|with|over|beside|from|my|enemy|empty|place|step|slide|leap|move|remove|swap|push|shoot|promote|flip|capture|pass|capturing|again|most|grid|alquerque|wheel|ring|hexagon|drawn|lines|joined|make|fill|line|lines|points|far|near|row|rows|edge|corners|centre|home|fewer|more|than|at|least|full)$/,R=/(#.*)|("[^"]*"?)|(\d+)|([\p{L}_][\p{L}_']*)|([^#"\d\p{L}_]+)/gu;function z(e){let t=/^\s/.test(e),n=[];for(let[r,i,a,o,s]of e.matchAll(R)){let e=s?.toLowerCase()??``,c=!t&&n.length===0,l=i?`comment`:a?`name`:o?`number`:c&&I.test(e)?`statement`:L.test(e)?`word`:`plain`;n.push([l,r])}return n}function B(e,t){let n=[];for(let[r,i]of e.split(`
`).entries()){r>0&&n.push({look:`plain`,text:`
`,marked:!1});let e=t?.line===r+1?t:void 0,[a,o]=e?[e.column-1,e.column-1+e.length]:[0,0],s=0;for(let[t,r]of z(i)){let i=[...r],c=[0,Math.max(0,a-s),Math.max(0,o-s),i.length].map(e=>Math.min(e,i.length));for(let r=0;r<3;r++){let a=i.slice(c[r],c[r+1]).join(``);a&&n.push({look:t,text:a,marked:e!==void 0&&r===1})}s+=i.length}e&&a>=s&&n.push({look:`plain`,text:` `,marked:!0})}return n}function se(e,{line:t,column:n,length:r}){let i=e.split(`
`),a=i.slice(0,t-1).reduce((e,t)=>e+t.length+1,0),o=[...i[t-1]??``],s=e=>o.slice(0,e).join(``).length;return[a+s(n-1),a+s(n-1+r)]}var ce=e=>/^did you mean '([^']+)'\?$/.exec(e??``)?.[1],V=`/api/v1/rules`,H=`/api/v1/made`,U=(e,t)=>t===void 0?e:`${e}?${new URLSearchParams({variant:t})}`,le=e=>U(V,e),ue=e=>U(H,e),W=_(`<span> </span>`),G=_(`<div class="editor svelte-1107pcl"><div class="sheet svelte-1107pcl"><pre aria-hidden="true" class="svelte-1107pcl"><!> </pre> <textarea spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" class="svelte-1107pcl"></textarea></div></div>`);function de(e,r){l(r,!0);let i=u(r,`text`,15),a=n(void 0);function ee(e,t){b(a)?.focus(),b(a)?.setSelectionRange(e,t)}var h={select:ee},g=G(),_=A(g),v=A(_),y=A(v);m(y,17,()=>B(i(),r.mistake),te,(e,t)=>{var n=W();let r;var i=k(n,!0);x(()=>{r=re(n,1,s(b(t).look),`svelte-1107pcl`,r,{marked:b(t).marked}),T(i,b(t).text)}),E(e,n)});var ne=d(y,1,!0);ne.nodeValue=`
 `,c(v);var C=d(v,2);return t(C),o(C,e=>f(a,e),()=>b(a)),c(_),c(g),x(()=>{p(C,`aria-label`,r.label),p(C,`aria-describedby`,r.describedby),p(C,`aria-invalid`,r.mistake?`true`:void 0)}),j(C,i),E(e,g),S(h)}var K=new Intl.NumberFormat(`de`),fe={lead:`Schreiben Sie die Regeln auf: Das Brett entsteht beim Tippen, und das Spiel wird gelöst, damit Sie es spielen können.`,text:`Regeln`,examples:`Beispiele`,open:`Datei öffnen`,download:`Herunterladen`,copy:`Link kopieren`,copied:`Link kopiert: Der ganze Text steht darin.`,notCopied:`Der Browser lässt die Seite nicht kopieren: Die Adresse dieser Seite ist der Link.`,damaged:`Der Link ist beschädigt; hier ist stattdessen ein Beispiel.`,place:(e,t)=>`Zeile ${e}, Spalte ${t}:`,reading:`Wird gelesen`,right:`Das sind Regeln eines Spiels.`,correct:e=>`„${e}“ schreiben`,show:`Zur Stelle`,outcome:`Was aus den Regeln wird`,variant:`Variante`,start:e=>`Das Brett am Anfang: ${e}`,play:`Lösen und spielen`,statistics:`Statistik`,elsewhere:`Laden Sie die Regeln herunter, um sie auf dem eigenen Rechner zu lösen.`,moves:e=>`${K.format(e)} ${e===1?`Zug`:`Züge`} am Anfang:`,derived:`Was daraus folgt`,explanation:`Die Regeln nacherzählt`},q=new Intl.NumberFormat(`en`),pe={lead:`Write down the rules: the board is drawn as you type, and the game is solved for you to play.`,text:`Rules`,examples:`Examples`,open:`Open a file`,download:`Download`,copy:`Copy a link`,copied:`Link copied: the whole text is in it.`,notCopied:`The browser does not let the page copy: the address of this page is the link.`,damaged:`The link is damaged, so here is an example.`,place:(e,t)=>`Line ${e}, column ${t}:`,reading:`Reading`,right:`These are rules of a game.`,correct:e=>`Write “${e}”`,show:`Go there`,outcome:`What the rules make`,variant:`Variant`,start:e=>`The board at the start: ${e}`,play:`Solve and play`,statistics:`Statistics`,elsewhere:`Download the rules to solve them on your own machine.`,moves:e=>`${q.format(e)} ${e===1?`move`:`moves`} at the start:`,derived:`What follows from them`,explanation:`The rules said back`},me=_(`<option> </option>`),he=_(`<p class="wrong svelte-eboj6p"><strong> </strong> <span lang="en"> <!></span></p>`),ge=_(`<p class="wrong svelte-eboj6p"><span lang="en"> </span></p>`),_e=_(`<p class="right svelte-eboj6p"> </p>`),ve=_(`<p class="faint svelte-eboj6p"> </p>`),ye=_(`<button> </button>`),be=_(`<p class="buttons svelte-eboj6p"><!> <button class="quiet"> </button></p>`),xe=_(`<label class="variant svelte-eboj6p"> <select class="svelte-eboj6p"></select></label>`),Se=_(`<p class="wrong svelte-eboj6p"><span lang="en"> </span> </p>`),Ce=_(`<p class="wrong svelte-eboj6p" role="alert" lang="en"> </p>`),we=_(`<li> </li>`),Te=_(`<h2 class="svelte-eboj6p"> </h2> <!> <div class="board ground svelte-eboj6p" role="img"><!></div> <p class="buttons svelte-eboj6p"><button class="main"> </button> <button> </button></p> <!> <!> <p class="faint"> <code> </code></p> <h3 class="svelte-eboj6p"> </h3> <ul lang="en" class="svelte-eboj6p"></ul> <details><summary> </summary> <pre class="explanation svelte-eboj6p" lang="en"> </pre></details>`,1),Ee=_(`<main><h1> </h1> <p class="lead"> </p> <div class="desk svelte-eboj6p"><section><p class="buttons svelte-eboj6p"><select class="examples svelte-eboj6p"><option> </option><!></select> <button class="quiet"> </button> <input class="unseen" type="file" accept=".game,text/plain" tabindex="-1"/> <button class="quiet"> </button> <button class="quiet"> </button></p> <!> <div class="told svelte-eboj6p" id="mistake" role="status"><!></div> <!> <p class="faint" role="status"> </p></section> <section><!></section></div></main>`);function De(t,s){l(s,!0);let u={en:pe,de:fe},_=C(()=>({...r().make,...u[r().locale]??pe})),w=n(``),j=n(void 0),I=n(void 0),L=n(void 0),R=n(!1),z=n(``),B=n(void 0),V=n(void 0),H=n(void 0),U,W=C(()=>b(R)&&b(I)?.kind===`ready`?b(I).facts.mistake:void 0),G=C(()=>b(W)?ce(b(W).advice):void 0),K=C(()=>b(I)?.kind===`failed`||b(I)?.kind===`lost`?b(I).error:void 0),q=C(()=>b(R)&&!b(W)&&b(L)!==void 0&&b(B)?.kind!==`working`);g(()=>{document.title=r().page.title(b(_).title)});async function De(){try{J(await oe(location.hash)??P[0])}catch{J(P[0]),f(z,b(_).damaged,!0)}}De(),g(()=>()=>U?.abort());function J(e){(e=>{var t=ie(e,3);f(w,t[0],!0),f(j,t[1],!0),f(z,t[2],!0)})([e,void 0,``])}g(()=>{let[e,t]=[b(w),b(j)];if(f(R,!1),f(B,void 0),e===``)return;let n=new AbortController,r=setTimeout(()=>{h(le(t),n.signal,e=>Oe(e),e),N(e).then(e=>n.signal.aborted||history.replaceState(history.state,``,`/make#${e}`))},250);return()=>{clearTimeout(r),n.abort()}});function Oe(e){f(I,e),e.kind===`ready`&&(f(R,!0),e.facts.rules&&f(L,e.facts.rules))}function ke(e){U?.abort(),U=new AbortController,h(ue(b(j)),U.signal,t=>{f(B,t),t.kind===`ready`&&M({...t.facts,view:e})},b(w))}function Ae(){if(!b(W)||!b(G))return;let[e,t]=se(b(w),b(W));f(w,b(w).slice(0,e)+b(G)+b(w).slice(t)),b(V)?.select(e+b(G).length,e+b(G).length)}async function je(){let e=`${location.origin}/make#${await N(b(w))}`;try{await navigator.clipboard.writeText(e),f(z,b(_).copied,!0)}catch{f(z,b(_).notCopied,!0)}}function Me(){let e=F(b(w)).replace(/[^\p{L}\p{N}]+/gu,`-`).replace(/^-|-$/g,``).toLowerCase()||`rules`;ae(`${e}.game`,new Blob([b(w)],{type:`text/plain`}))}async function Ne(){let e=b(H)?.files?.[0];e&&(J(await e.slice(0,1<<17).text()),b(H)&&(b(H).value=``))}var Pe=Ee();ne(`hashchange`,O,()=>void De());var Fe=A(Pe),Ie=k(Fe,!0),Le=d(Fe,2),Re=k(Le,!0),ze=d(Le,2),Y=A(ze),Be=A(Y),X=A(Be),Z=A(X),Ve=k(Z,!0);Z.value=Z.__value=``;var He=d(Z);m(He,17,()=>P,te,(e,t,n)=>{var r=me(),i=k(r,!0),a={};x((e,t)=>{T(i,e),a!==(a=t)&&(r.value=(r.__value=a)??``)},[()=>F(b(t)),()=>String(n)]),E(e,r)}),c(X),X.value=X.__value=``;var Ue=d(X,2),We=k(Ue,!0),Q=d(Ue,2);o(Q,e=>f(H,e),()=>b(H));var Ge=d(Q,2),Ke=k(Ge,!0),qe=d(Ge,2),Je=k(qe,!0);c(Be);var Ye=d(Be,2);o(de(Ye,{get mistake(){return b(W)},get label(){return b(_).text},describedby:`mistake`,get text(){return b(w)},set text(e){f(w,e,!0)}}),e=>f(V,e,!0),()=>b(V));var Xe=d(Ye,2),Ze=A(Xe),Qe=t=>{var n=he(),r=A(n),i=k(r,!0),a=d(r,2),o=A(a,!0),s=d(o),l=e=>{var t=y();x(()=>T(t,`; ${b(W).advice??``}`)),E(e,t)};e(s,e=>{b(W).advice&&e(l)}),c(a),c(n),x(e=>{T(i,e),T(o,b(W).message)},[()=>b(_).place(b(W).line,b(W).column)]),E(t,n)},$e=e=>{var t=ge(),n=A(t),r=k(n,!0);c(t),x(()=>T(r,b(K))),E(e,t)},et=e=>{var t=_e(),n=k(t,!0);x(()=>T(n,b(_).right)),E(e,t)},tt=e=>{var t=ve(),n=k(t,!0);x(()=>T(n,b(_).reading)),E(e,t)};e(Ze,e=>{b(W)?e(Qe):b(K)?e($e,1):b(R)?e(et,2):e(tt,-1)}),c(Xe);var nt=d(Xe,2),rt=t=>{var n=be(),r=A(n),i=e=>{var t=ye(),n=k(t,!0);x(e=>T(n,e),[()=>b(_).correct(b(G))]),D(`click`,t,Ae),E(e,t)};e(r,e=>{b(G)&&e(i)});var a=d(r,2),o=k(a,!0);c(n),x(()=>T(o,b(_).show)),D(`click`,a,()=>b(W)&&b(V)?.select(...se(b(w),b(W)))),E(t,n)};e(nt,e=>{b(W)&&e(rt)});var it=d(nt,2),at=k(it,!0);c(Y);var $=d(Y,2);let ot;var st=A($),ct=t=>{var n=Te(),r=v(n),o=k(r,!0),s=d(r,2),l=e=>{var t=xe(),n=A(t),r=d(n);m(r,20,()=>[...b(L).variants].sort(),e=>e,(e,t)=>{var n=me(),r=k(n,!0),i={};x(()=>{T(r,t),i!==(i=t)&&(n.value=(n.__value=i)??``)}),E(e,n)}),c(r);var i;ee(r),c(t),x(()=>{T(n,`${b(_).variant??``} `),i!==(i=b(L).variant)&&(r.value=(r.__value=i)??``,a(r,i))}),D(`change`,r,e=>f(j,e.currentTarget.value,!0)),E(e,t)};e(s,e=>{b(L).variants.length>1&&e(l)});var u=d(s,2),h=A(u);i(h,{get scene(){return b(L).scene},get picture(){return b(L).start_picture}}),c(u);var g=d(u,2),y=A(g),ne=k(y,!0),S=d(y,2),C=k(S,!0);c(g);var w=d(g,2),re=e=>{var t=Se(),n=A(t),r=k(n,!0),i=d(n);c(t),x(()=>{T(r,b(L).too_large),T(i,` ${b(_).elsewhere??``}`)}),E(e,t)};e(w,e=>{b(L).too_large&&e(re)});var O=d(w,2),ie=e=>{var t=Ce(),n=k(t,!0);x(()=>T(n,b(B).error)),E(e,t)};e(O,e=>{b(B)&&b(B).kind!==`ready`&&b(B).kind!==`working`&&e(ie)});var M=d(O,2),ae=A(M),oe=d(ae),N=k(oe);c(M);var P=d(M,2),F=k(P,!0),I=d(P,2);m(I,21,()=>b(L).derived,te,(e,t)=>{var n=we(),r=k(n,!0);x(()=>T(r,b(t))),E(e,n)}),c(I);var R=d(I,2),z=A(R),se=k(z,!0),ce=d(z,2),V=k(ce,!0);c(R),x((e,t,n)=>{T(o,b(L).name),p(u,`aria-label`,e),y.disabled=!b(q),T(ne,b(_).play),S.disabled=!b(q),T(C,b(_).statistics),T(ae,`${t??``} `),T(N,`${n??``}${b(L).moves_in_all>b(L).moves.length?` …`:``}`),T(F,b(_).derived),T(se,b(_).explanation),T(V,b(L).explanation)},[()=>b(_).start(b(L).start),()=>b(_).moves(b(L).moves_in_all),()=>b(L).moves.join(` `)]),D(`click`,y,()=>ke(`play`)),D(`click`,S,()=>ke(`statistics`)),E(t,n)};e(st,e=>{b(L)&&e(ct)}),c($),c(ze),c(Pe),x(()=>{T(Ie,b(_).title),T(Re,b(_).lead),p(Y,`aria-label`,b(_).text),p(X,`aria-label`,b(_).examples),T(Ve,b(_).examples),T(We,b(_).open),p(Q,`aria-label`,b(_).open),T(Ke,b(_).download),T(Je,b(_).copy),T(at,b(z)),ot=re($,1,`outcome svelte-eboj6p`,null,ot,{old:!b(R)||b(W)}),p($,`aria-label`,b(_).outcome)}),D(`change`,X,e=>{let t=P[Number(e.currentTarget.value)];e.currentTarget.value=``,t&&J(t)}),D(`click`,Ue,()=>b(H)?.click()),D(`change`,Q,()=>void Ne()),D(`click`,Ge,Me),D(`click`,qe,()=>void je()),E(t,Pe),S()}w([`change`,`click`]);export{De as default};
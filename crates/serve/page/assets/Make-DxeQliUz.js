import{An as e,Bt as t,En as n,Et as r,F as i,Ft as a,In as o,Kt as s,Mt as c,On as l,Qt as u,Rn as ee,Rt as d,Ut as te,Wt as f,Xt as ne,Yt as p,Z as m,_n as h,bn as g,cn as _,dn as v,gn as y,hn as b,in as x,jn as S,kn as C,ln as w,nn as T,qt as E,sn as re,tn as D,un as ie,vn as O,wn as k,xn as A,yn as ae}from"./board-IzKivbKr.js";import{r as j}from"./index-BjHfn52x.js";import{t as oe}from"./download-BShdYbeB.js";import{n as se,t as M}from"./packed-CT4mOO1N.js";var N=[`# A small game to begin with. A line that begins in the first column is a statement, indented lines belong
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
`],P=e=>/^game\s+"([^"]*)"/m.exec(e)?.[1]??``,F=/^(game|players|option|board|piece|neutral|hand|captives|start|region|pattern|turn|or|else|win|lose|tie|stuck)$/,I=/^(if|then|and|not|no|any|all|each|for|first|second|on|off|in|to|of|with|over|beside|from|my|enemy|empty|place|step|slide|leap|move|remove|swap|push|shoot|promote|flip|capture|pass|capturing|again|most|grid|alquerque|wheel|ring|hexagon|drawn|lines|joined|make|fill|line|lines|points|far|near|row|rows|edge|corners|centre|home|fewer|more|than|at|least|full)$/,L=/(#.*)|("[^"]*"?)|(\d+)|([\p{L}_][\p{L}_']*)|([^#"\d\p{L}_]+)/gu;function R(e){let t=/^\s/.test(e),n=[];for(let[r,i,a,o,s]of e.matchAll(L)){let e=s?.toLowerCase()??``,c=!t&&n.length===0,l=i?`comment`:a?`name`:o?`number`:c&&F.test(e)?`statement`:I.test(e)?`word`:`plain`;n.push([l,r])}return n}function z(e,t){let n=[];for(let[r,i]of e.split(`
`).entries()){r>0&&n.push({look:`plain`,text:`
`,marked:!1});let e=t?.line===r+1?t:void 0,[a,o]=e?[e.column-1,e.column-1+e.length]:[0,0],s=0;for(let[t,r]of R(i)){let i=[...r],c=[0,Math.max(0,a-s),Math.max(0,o-s),i.length].map(e=>Math.min(e,i.length));for(let r=0;r<3;r++){let a=i.slice(c[r],c[r+1]).join(``);a&&n.push({look:t,text:a,marked:e!==void 0&&r===1})}s+=i.length}e&&a>=s&&n.push({look:`plain`,text:` `,marked:!0})}return n}function ce(e,{line:t,column:n,length:r}){let i=e.split(`
`),a=i.slice(0,t-1).reduce((e,t)=>e+t.length+1,0),o=[...i[t-1]??``],s=e=>o.slice(0,e).join(``).length;return[a+s(n-1),a+s(n-1+r)]}var le=e=>/^did you mean '([^']+)'\?$/.exec(e??``)?.[1],B=`/api/v1/rules`,V=`/api/v1/made`,H=(e,t)=>t===void 0?e:`${e}?${new URLSearchParams({variant:t})}`,ue=e=>H(B,e),de=e=>H(V,e),U=x(`<span> </span>`),W=x(`<div class="editor svelte-1107pcl"><div class="sheet svelte-1107pcl"><pre aria-hidden="true" class="svelte-1107pcl"><!> </pre> <textarea spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" class="svelte-1107pcl"></textarea></div></div>`);function fe(r,i){S(i,!0);let l=c(i,`text`,15),u=n(void 0);function ee(e,t){v(u)?.focus(),v(u)?.setSelectionRange(e,t)}var te={select:ee},f=W(),m=O(f),h=O(m),_=O(h);p(_,17,()=>z(l(),i.mistake),ne,(e,t)=>{var n=U();let r;var i=g(n,!0);b(()=>{r=s(n,1,E(v(t).look),`svelte-1107pcl`,r,{marked:v(t).marked}),D(i,v(t).text)}),T(e,n)});var y=A(_,1,!0);y.nodeValue=`
 `,o(h);var x=A(h,2);return C(x),a(x,e=>k(u,e),()=>v(u)),o(m),o(f),b(()=>{t(x,`aria-label`,i.label),t(x,`aria-describedby`,i.describedby),t(x,`aria-invalid`,i.mistake?`true`:void 0)}),d(x,l),T(r,f),e(te)}var G=new Intl.NumberFormat(`de`),pe={lead:`Schreiben Sie die Regeln auf: Das Brett entsteht beim Tippen, und das Spiel wird gelöst, damit Sie es spielen können.`,text:`Regeln`,examples:`Beispiele`,open:`Datei öffnen`,download:`Herunterladen`,copy:`Link kopieren`,copied:`Link kopiert: Der ganze Text steht darin.`,notCopied:`Der Browser lässt die Seite nicht kopieren: Die Adresse dieser Seite ist der Link.`,damaged:`Der Link ist beschädigt; hier ist stattdessen ein Beispiel.`,place:(e,t)=>`Zeile ${e}, Spalte ${t}:`,reading:`Wird gelesen`,right:`Das sind Regeln eines Spiels.`,correct:e=>`„${e}“ schreiben`,show:`Zur Stelle`,outcome:`Was aus den Regeln wird`,variant:`Variante`,start:e=>`Das Brett am Anfang: ${e}`,play:`Lösen und spielen`,statistics:`Statistik`,elsewhere:`Laden Sie die Regeln herunter, um sie auf dem eigenen Rechner zu lösen.`,moves:e=>`${G.format(e)} ${e===1?`Zug`:`Züge`} am Anfang:`,derived:`Was daraus folgt`,explanation:`Die Regeln nacherzählt`},K=new Intl.NumberFormat(`en`),me={lead:`Write down the rules: the board is drawn as you type, and the game is solved for you to play.`,text:`Rules`,examples:`Examples`,open:`Open a file`,download:`Download`,copy:`Copy a link`,copied:`Link copied: the whole text is in it.`,notCopied:`The browser does not let the page copy: the address of this page is the link.`,damaged:`The link is damaged, so here is an example.`,place:(e,t)=>`Line ${e}, column ${t}:`,reading:`Reading`,right:`These are rules of a game.`,correct:e=>`Write “${e}”`,show:`Go there`,outcome:`What the rules make`,variant:`Variant`,start:e=>`The board at the start: ${e}`,play:`Solve and play`,statistics:`Statistics`,elsewhere:`Download the rules to solve them on your own machine.`,moves:e=>`${K.format(e)} ${e===1?`move`:`moves`} at the start:`,derived:`What follows from them`,explanation:`The rules said back`},he=x(`<option> </option>`),ge=x(`<p class="wrong svelte-eboj6p"><strong> </strong> <span lang="en"> <!></span></p>`),_e=x(`<p class="wrong svelte-eboj6p"><span lang="en"> </span></p>`),ve=x(`<p class="right svelte-eboj6p"> </p>`),ye=x(`<p class="faint svelte-eboj6p"> </p>`),be=x(`<button> </button>`),xe=x(`<p class="buttons svelte-eboj6p"><!> <button class="quiet"> </button></p>`),Se=x(`<label class="variant svelte-eboj6p"> <select class="svelte-eboj6p"></select></label>`),Ce=x(`<p class="wrong svelte-eboj6p"><span lang="en"> </span> </p>`),we=x(`<p class="wrong svelte-eboj6p" role="alert" lang="en"> </p>`),Te=x(`<li> </li>`),Ee=x(`<h2 class="svelte-eboj6p"> </h2> <!> <div class="board ground svelte-eboj6p" role="img"><!></div> <p class="buttons svelte-eboj6p"><button class="main"> </button> <button> </button></p> <!> <!> <p class="faint"> <code> </code></p> <h3 class="svelte-eboj6p"> </h3> <ul lang="en" class="svelte-eboj6p"></ul> <details><summary> </summary> <pre class="explanation svelte-eboj6p" lang="en"> </pre></details>`,1),De=x(`<main><h1> </h1> <p class="lead"> </p> <div class="desk svelte-eboj6p"><section><p class="buttons svelte-eboj6p"><select class="examples svelte-eboj6p"><option> </option><!></select> <button class="quiet"> </button> <input class="unseen" type="file" accept=".game,text/plain" tabindex="-1"/> <button class="quiet"> </button> <button class="quiet"> </button></p> <!> <div class="told svelte-eboj6p" id="mistake" role="status"><!></div> <!> <p class="faint" role="status"> </p></section> <section><!></section></div></main>`);function q(c,d){S(d,!0);let _={en:me,de:pe},x=l(()=>({...r().make,..._[r().locale]??me})),C=n(``),E=n(void 0),F=n(void 0),I=n(void 0),L=n(!1),R=n(``),z=n(void 0),B=n(void 0),V=n(void 0),H,U=l(()=>v(L)&&v(F)?.kind===`ready`?v(F).facts.mistake:void 0),W=l(()=>v(U)?le(v(U).advice):void 0),G=l(()=>v(F)?.kind===`failed`||v(F)?.kind===`lost`?v(F).error:void 0),K=l(()=>v(L)&&!v(U)&&v(I)!==void 0&&v(z)?.kind!==`working`);y(()=>{document.title=r().page.title(v(x).title)});async function q(){try{J(await se(location.hash)??N[0])}catch{J(N[0]),k(R,v(x).damaged,!0)}}q(),y(()=>()=>H?.abort());function J(e){(e=>{var t=ee(e,3);k(C,t[0],!0),k(E,t[1],!0),k(R,t[2],!0)})([e,void 0,``])}y(()=>{let[e,t]=[v(C),v(E)];if(k(L,!1),k(z,void 0),e===``)return;let n=new AbortController,r=setTimeout(()=>{m(ue(t),n.signal,e=>Oe(e),e),M(e).then(e=>n.signal.aborted||history.replaceState(history.state,``,`/make#${e}`))},250);return()=>{clearTimeout(r),n.abort()}});function Oe(e){k(F,e),e.kind===`ready`&&(k(L,!0),e.facts.rules&&k(I,e.facts.rules))}function ke(e){H?.abort(),H=new AbortController,m(de(v(E)),H.signal,t=>{k(z,t),t.kind===`ready`&&j({...t.facts,view:e})},v(C))}function Ae(){if(!v(U)||!v(W))return;let[e,t]=ce(v(C),v(U));k(C,v(C).slice(0,e)+v(W)+v(C).slice(t)),v(B)?.select(e+v(W).length,e+v(W).length)}async function je(){let e=`${location.origin}/make#${await M(v(C))}`;try{await navigator.clipboard.writeText(e),k(R,v(x).copied,!0)}catch{k(R,v(x).notCopied,!0)}}function Me(){let e=P(v(C)).replace(/[^\p{L}\p{N}]+/gu,`-`).replace(/^-|-$/g,``).toLowerCase()||`rules`;oe(`${e}.game`,new Blob([v(C)],{type:`text/plain`}))}async function Ne(){let e=v(V)?.files?.[0];e&&(J(await e.slice(0,1<<17).text()),v(V)&&(v(V).value=``))}var Pe=De();ie(`hashchange`,h,()=>void q());var Fe=O(Pe),Ie=g(Fe,!0),Le=A(Fe,2),Re=g(Le,!0),ze=A(Le,2),Y=O(ze),Be=O(Y),X=O(Be),Z=O(X),Ve=g(Z,!0);Z.value=Z.__value=``;var He=A(Z);p(He,17,()=>N,ne,(e,t,n)=>{var r=he(),i=g(r,!0),a={};b((e,t)=>{D(i,e),a!==(a=t)&&(r.value=(r.__value=a)??``)},[()=>P(v(t)),()=>String(n)]),T(e,r)}),o(X),X.value=X.__value=``;var Ue=A(X,2),We=g(Ue,!0),Q=A(Ue,2);a(Q,e=>k(V,e),()=>v(V));var Ge=A(Q,2),Ke=g(Ge,!0),qe=A(Ge,2),Je=g(qe,!0);o(Be);var Ye=A(Be,2);a(fe(Ye,{get mistake(){return v(U)},get label(){return v(x).text},describedby:`mistake`,get text(){return v(C)},set text(e){k(C,e,!0)}}),e=>k(B,e,!0),()=>v(B));var Xe=A(Ye,2),Ze=O(Xe),Qe=e=>{var t=ge(),n=O(t),r=g(n,!0),i=A(n,2),a=O(i,!0),s=A(a),c=e=>{var t=re();b(()=>D(t,`; ${v(U).advice??``}`)),T(e,t)};u(s,e=>{v(U).advice&&e(c)}),o(i),o(t),b(e=>{D(r,e),D(a,v(U).message)},[()=>v(x).place(v(U).line,v(U).column)]),T(e,t)},$e=e=>{var t=_e(),n=O(t),r=g(n,!0);o(t),b(()=>D(r,v(G))),T(e,t)},et=e=>{var t=ve(),n=g(t,!0);b(()=>D(n,v(x).right)),T(e,t)},tt=e=>{var t=ye(),n=g(t,!0);b(()=>D(n,v(x).reading)),T(e,t)};u(Ze,e=>{v(U)?e(Qe):v(G)?e($e,1):v(L)?e(et,2):e(tt,-1)}),o(Xe);var nt=A(Xe,2),rt=e=>{var t=xe(),n=O(t),r=e=>{var t=be(),n=g(t,!0);b(e=>D(n,e),[()=>v(x).correct(v(W))]),w(`click`,t,Ae),T(e,t)};u(n,e=>{v(W)&&e(r)});var i=A(n,2),a=g(i,!0);o(t),b(()=>D(a,v(x).show)),w(`click`,i,()=>v(U)&&v(B)?.select(...ce(v(C),v(U)))),T(e,t)};u(nt,e=>{v(U)&&e(rt)});var it=A(nt,2),at=g(it,!0);o(Y);var $=A(Y,2);let ot;var st=O($),ct=e=>{var n=Ee(),r=ae(n),a=g(r,!0),s=A(r,2),c=e=>{var t=Se(),n=O(t),r=A(n);p(r,20,()=>[...v(I).variants].sort(),e=>e,(e,t)=>{var n=he(),r=g(n,!0),i={};b(()=>{D(r,t),i!==(i=t)&&(n.value=(n.__value=i)??``)}),T(e,n)}),o(r);var i;te(r),o(t),b(()=>{D(n,`${v(x).variant??``} `),i!==(i=v(I).variant)&&(r.value=(r.__value=i)??``,f(r,i))}),w(`change`,r,e=>k(E,e.currentTarget.value,!0)),T(e,t)};u(s,e=>{v(I).variants.length>1&&e(c)});var l=A(s,2),ee=O(l);i(ee,{get scene(){return v(I).scene},get picture(){return v(I).start_picture}}),o(l);var d=A(l,2),m=O(d),h=g(m,!0),_=A(m,2),y=g(_,!0);o(d);var S=A(d,2),C=e=>{var t=Ce(),n=O(t),r=g(n,!0),i=A(n);o(t),b(()=>{D(r,v(I).too_large),D(i,` ${v(x).elsewhere??``}`)}),T(e,t)};u(S,e=>{v(I).too_large&&e(C)});var re=A(S,2),ie=e=>{var t=we(),n=g(t,!0);b(()=>D(n,v(z).error)),T(e,t)};u(re,e=>{v(z)&&v(z).kind!==`ready`&&v(z).kind!==`working`&&e(ie)});var j=A(re,2),oe=O(j),se=A(oe),M=g(se);o(j);var N=A(j,2),P=g(N,!0),F=A(N,2);p(F,21,()=>v(I).derived,ne,(e,t)=>{var n=Te(),r=g(n,!0);b(()=>D(r,v(t))),T(e,n)}),o(F);var L=A(F,2),R=O(L),ce=g(R,!0),le=A(R,2),B=g(le,!0);o(L),b((e,n,r)=>{D(a,v(I).name),t(l,`aria-label`,e),m.disabled=!v(K),D(h,v(x).play),_.disabled=!v(K),D(y,v(x).statistics),D(oe,`${n??``} `),D(M,`${r??``}${v(I).moves_in_all>v(I).moves.length?` …`:``}`),D(P,v(x).derived),D(ce,v(x).explanation),D(B,v(I).explanation)},[()=>v(x).start(v(I).start),()=>v(x).moves(v(I).moves_in_all),()=>v(I).moves.join(` `)]),w(`click`,m,()=>ke(`play`)),w(`click`,_,()=>ke(`statistics`)),T(e,n)};u(st,e=>{v(I)&&e(ct)}),o($),o(ze),o(Pe),b(()=>{D(Ie,v(x).title),D(Re,v(x).lead),t(Y,`aria-label`,v(x).text),t(X,`aria-label`,v(x).examples),D(Ve,v(x).examples),D(We,v(x).open),t(Q,`aria-label`,v(x).open),D(Ke,v(x).download),D(Je,v(x).copy),D(at,v(R)),ot=s($,1,`outcome svelte-eboj6p`,null,ot,{old:!v(L)||v(U)}),t($,`aria-label`,v(x).outcome)}),w(`change`,X,e=>{let t=N[Number(e.currentTarget.value)];e.currentTarget.value=``,t&&J(t)}),w(`click`,Ue,()=>v(V)?.click()),w(`change`,Q,()=>void Ne()),w(`click`,Ge,Me),w(`click`,qe,()=>void je()),T(c,Pe),e()}_([`change`,`click`]);export{q as default};
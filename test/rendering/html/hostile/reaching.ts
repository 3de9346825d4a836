/** Documents that try to reach a server or a file, each in a different way. */

/** `spy`: a URL without its scheme, `127.0.0.1:8080/x`. `file`: the file: URL of a text file that must not be printed. */
export function reachingDocuments({ spy, file }: Record<'spy' | 'file', string>): Record<string, string> {
  const url = `http://${spy}`;
  const style = (css: string) => `<style>${css}</style><p class="a">text</p>`;
  const svg = (body: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90">${body}</svg><p>text</p>`;
  return {
    'images in every attribute': `<img src="${url}"><img srcset="${url} 2x"><input type="image" src="${url}"><video poster="${url}" src="${url}"></video><picture><source srcset="${url}"><img alt="x"></picture><body background="${url}"><table background="${url}"><tr><td>x</table>`,
    'images of a local file': `<img src="${file}"><img src="file:/etc/passwd"><img src="FILE:///etc/passwd"><img src=" file:///etc/passwd">`,
    'links that prefetch': `<link rel="prefetch" href="${url}"><link rel="preload" as="image" href="${url}"><link rel="modulepreload" href="${url}"><link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}"><link rel="prerender" href="${url}"><link rel="icon" href="${url}"><link rel="manifest" href="${url}"><p>text</p>`,
    'frames of a server': `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}"><frameset><frame src="${url}"></frameset><portal src="${url}"></portal><fencedframe src="${url}"></fencedframe>`,
    'frames of a file': `<iframe src="${file}" width="600" height="600"></iframe><object data="${file}" type="text/plain"></object><embed src="${file}" type="text/plain">`,
    'a frame in a data: document': `<iframe src="data:text/html,<iframe src='${file}'></iframe><img src='${url}'>"></iframe><object data="data:text/html,<img src='${url}'>"></object>`,
    'a refresh': `<meta http-equiv="refresh" content="0;url=${url}"><meta http-equiv="refresh" content="0;url=${file}"><p>text</p>`,
    'a ping and a form': `<a href="x" ping="${url}">a</a><form action="${url}"><input autofocus name="a"><button formaction="${url}">b</button></form>`,
    'scripts in every position': `<script src="${url}"></script><script>fetch("${url}")</script><img src="data:," onerror="fetch('${url}')"><svg onload="fetch('${url}')"></svg><details open ontoggle="fetch('${url}')">x</details><style onload="fetch('${url}')"></style><a href="javascript:fetch('${url}')">b</a><body onload="fetch('${url}')">`,
    'imports in every spelling': style(
      `@import "${url}"; @import url(${url}); @import url("${url}") print; @\\69mport '${url}'; @IMPORT/**/"${url}"; @import "${url}" layer(a) supports(display: grid);`,
    ),
    'URLs in every CSS property': style(
      `.a { background: url(${url}); border-image: url('${url}') 1; list-style: url(${url}); cursor: url(${url}), auto; content: url(${url}); mask: url(${url}); clip-path: url(${url}#a); filter: url(${url}#a); shape-outside: url(${url}); offset-path: url(${url}#a) }`,
    ),
    'escaped URLs': style(
      `.a { background: u\\72l(${url}); background: \\75 rl("${url}"); background: URL(\n${url}\n); --x: url(${url}); list-style-image: var(--x) }`,
    ),
    'fonts from a server': style(
      `@font-face { font-family: f; src: url(${url}) } @font-face { font-family: g; src: local(Tinos), url(${url}) format("woff2") } .a { font-family: f, g }`,
    ),
    'SVG with external references': svg(
      `<image href="${url}" width="9" height="9"/><image xlink:href="${file}" width="9" height="9"/><use href="${url}#a"/><feImage href="${url}"/><linearGradient id="g" href="${url}#g"/><text><textPath href="${url}#p">x</textPath></text><rect fill="url(${url}#a)" width="9" height="9"/>`,
    ),
    'an SVG image that loads more': `<img src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><image href="${url}" width="9" height="9"/><image href="${file}" width="9" height="9"/><style>@import "${url}";</style><foreignObject width="90" height="90"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${file}"/></foreignObject></svg>`)}">`,
    'closing the elements around it': `</template></div></div></body></html><iframe src="${file}"></iframe><img src="${url}"><template shadowrootmode="open"><img src="${url}"></template>`,
    'markup that two parsers read differently': `<svg></p><style><a id="</style><img src=${url}>"></svg><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${url}&gt;"></table></mtext></math><noscript><p title="</noscript><img src=${url}>"></noscript>`,
    'sockets and other schemes': `<img src="ws://${spy}"><img src="ftp://${spy}"><img src="//${spy}"><img src="\\\\${spy}\\a"><img src="blob:${url}/a"><img src="filesystem:${url}/a"><img src="view-source:${url}"><img src="chrome://version"><iframe src="chrome://version"></iframe>`,
  };
}

/** The card in a chat: one static page without a word of its own. The host hands it the order, in both languages. */
import { script } from '#scripts/card';
import { html } from '../html.ts';
import { cardStyle } from './style.ts';

/** The same as the host builds from `_meta.ui.csp`, for a host that builds none. */
const policy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

export const cardView: string = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Print and mail</title>
<style>${cardStyle}</style>
</head>
<body>
<aside class="notice" id="notice" hidden></aside>
<main id="main" hidden>
<section class="pages" id="pages" hidden>
<button class="leaf" id="leaf" type="button"><img id="picture" alt="" hidden><span class="missing" id="missing" hidden></span><span id="zoom"></span></button>
<p class="windows" id="windows" hidden></p>
<div class="pager" id="pager" hidden><button type="button" id="previous">←</button><span id="number"></span><button type="button" id="next">→</button></div>
</section>
<div class="words">
<div><p class="seller" id="seller" hidden></p><p class="status" id="status"></p><h1 id="heading"></h1><div id="lead"></div></div>
<ul class="warnings" id="warnings" hidden></ul>
<dl class="bill" id="bill"></dl>
<p id="question" hidden></p>
<div class="actions">
<button class="primary" type="button" id="pay" hidden></button>
<button type="button" id="refresh" hidden></button>
<button type="button" id="open" hidden></button>
<button class="danger" type="button" id="cancel" hidden></button>
<button class="danger" type="button" id="yes" hidden></button>
<button type="button" id="no" hidden></button>
</div>
<div class="times" id="times" hidden></div>
<dl id="facts"></dl>
</div>
</main>
<p id="says" role="status" hidden></p>
<p class="link" id="link" hidden></p>
<script>${script}</script>
</body>
</html>
`.toString();

// CloudFront Function, viewer request, of everything that is neither API nor image: leads an address to the file that answers it.
// npm run gen makes pages.min.js of arrival.js and this file; CloudFront and the stack on one machine run that.
// It uses a part of CloudFront's JavaScript 2.0: see edge_test.go.

// pages: the site's routes without their market prefix, by the kinds of markets that have them; a star is one segment. orderable: the
// categories that are ordered; soon: the others, each with a page that says so, and whether in Canada too. edge.go writes them, from
// pages.json.
// Each page is a file, made when the site is published; only those of an order and of an account are rendered by the browser from the shell
// of their market, or from the shell of their restaurant below /quote.
var isRendered = /^\/(quote|get-a-quote|cart|checkout|orders|login|signup|user-profile)(\/|$)/;
var any = { us: [], canada: [], international: [] };
for (var kinds in pages) {
  kinds.split(' ').forEach(function (kind) { any[kind].push(pages[kinds]); });
}
for (var kind in any) any[kind] = new RegExp('^(' + any[kind].join('|').replace(/\*/g, '[^/]+') + ')$');

// A path of a site but that of the US begins with the site's prefix.
var prefixes = [];
for (var code in sites) prefixes = prefixes.concat(sites[code]);
var site = new RegExp('^(?:' + (prefixes.join('|') || '-') + ')(?=/|$)');

// What of the built site has a packed neighbour, made by infra/verbs/compress.mjs.
var packed = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;

function handler(event) {
  var request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return {
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD' }, 'content-type': { value: 'text/plain' } },
      body: 'This address takes GET and HEAD\n'
    };
  }
  var elsewhere = arrival(request);
  if (elsewhere) return elsewhere;
  var path = request.uri;
  request.uri = file(path) ? path : documentOf(path);
  var accept = request.headers['accept-encoding'];
  // Who says q=0 refuses it.
  if (packed.test(request.uri) && accept && /\bbr\b(?! *; *q=[0.]+ *(,|$))/.test(accept.value)) request.uri += '.br';
  request.querystring = {}; // a file has no variants, and the document reads its address itself
  return request;
}

// The path in small letters, a file's as it is, without empty segments and without . and .. in it, and without a slash or an index at its
// end.
function cleaned(uri) {
  if (uri && !/[A-Z]|\/[\/.]|.\/$|\/index$/.test(uri)) return uri; // as most are
  var kept = [];
  (file(uri) ? uri : uri.replace(/%..|[A-Z]+/g, small)).split('/').forEach(function (segment) {
    if (segment === '..') kept.pop();
    else if (segment && segment !== '.') kept.push(segment);
  });
  while (kept[kept.length - 1] === 'index') kept.pop();
  return '/' + kept.join('/');
}

// The digits of a byte that is no letter stay as they are.
function small(part) {
  return part[0] === '%' ? part : part.toLowerCase();
}

// A file has an ending, or lies where only files do. The pages' own documents are not asked for by their names, nor as they are packed.
function file(path) {
  if (/(^|\/)(index|shell|404)\.html/.test(path)) return false;
  return /^\/assets\/|\.[^\/]*$/.test(path);
}

// The document of an address. One that no page has gets the error page, with the status 404: see status.js.
function documentOf(path) {
  var lost = '/404.html';
  var found = site.exec(path);
  if (path === '/shell.html') return path; // the service worker keeps it
  var market = found ? found[0] : '';
  var kind = !found ? 'us' : market.slice(0, 4) === '/ca/' ? 'canada' : 'international';
  path = path.slice(market.length) || '/';
  var at = path.split('/');
  var category = at[2];
  if (at[1] === 'quote' && category && orderable.indexOf(category) < 0 && (at[3] || !soon.hasOwnProperty(category) || (kind === 'canada' && !soon[category]))) return lost;
  if (!any[kind].test(path)) return lost;
  if (!isRendered.test(path)) return market + (at[1] ? path : '') + '/index.html';
  // Publishing writes a shell for each restaurant. An unknown restaurant has none, and the 404 page replaces S3's error.
  return market + (at[1] === 'quote' && at[3] ? at.slice(0, 4).join('/') : '') + '/shell.html';
}

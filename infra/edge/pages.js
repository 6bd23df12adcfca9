// CloudFront Function, viewer request, of all paths except API and images: maps a path to the file that answers it. npm run gen makes
// pages.min.js from redirects.js and this file; CloudFront and the stack on one machine run that. It uses only a part of CloudFront's
// JavaScript 2.0: see edge_test.go.

// pages: the site's routes without their market prefix, by the kinds of markets that have them; a star is one segment. orderable: the
// categories that guests can order. soon: the other categories, each with a coming-soon page, and whether Canada has it too. edge.go writes
// them from pages.json. Each page is a file, rendered when the site is published. The browser renders only the pages of an order and an
// account, from the shell of their market, or from the shell of their restaurant below /quote.
var isRendered = /^\/(quote|get-a-quote|cart|checkout|orders|login|signup|user-profile|forgot-password|set-password|confirm-email)(\/|$)/;
var pagesOfKind = { us: [], canada: [], international: [] };
for (var kinds in pages) {
  kinds.split(' ').forEach(function (kind) { pagesOfKind[kind].push(pages[kinds]); });
}
for (var kind in pagesOfKind) pagesOfKind[kind] = new RegExp('^(' + pagesOfKind[kind].join('|').replace(/\*/g, '[^/]+') + ')$');

// A path of a site begins with the site's prefix; only the US site has none.
var prefixes = [];
for (var code in sites) prefixes = prefixes.concat(sites[code]);
var site = new RegExp('^(?:' + (prefixes.join('|') || '-') + ')(?=/|$)');

// File types with a compressed copy, made by infra/verbs/compress.mjs.
var compressible = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/;

function handler(event) {
  var request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return {
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD' }, 'content-type': { value: 'text/plain' } },
      body: 'This address takes GET and HEAD\n'
    };
  }
  var redirection = redirectFor(request);
  if (redirection) return redirection;
  var path = request.uri;
  request.uri = isFile(path) ? path : documentOf(path);
  var accept = request.headers['accept-encoding'];
  // Brotli with q=0 is refused.
  if (compressible.test(request.uri) && accept && /\bbr\b(?! *; *q=[0.]+ *(,|$))/.test(accept.value)) request.uri += '.br';
  request.querystring = {}; // a file has no variants, and the page reads the query itself
  return request;
}

// Returns the path in lower case (a file keeps its case), without empty segments, "." and "..", and without a slash or an index at its end.
function canonicalPath(uri) {
  if (uri && !/[A-Z]|\/[\/.]|.\/$|\/index$/.test(uri)) return uri; // most paths are clean
  var segments = [];
  (isFile(uri) ? uri : uri.replace(/%..|[A-Z]+/g, lowerCase)).split('/').forEach(function (segment) {
    if (segment === '..') segments.pop();
    else if (segment && segment !== '.') segments.push(segment);
  });
  while (segments[segments.length - 1] === 'index') segments.pop();
  return '/' + segments.join('/');
}

// A percent-encoded byte keeps its digits.
function lowerCase(part) {
  return part[0] === '%' ? part : part.toLowerCase();
}

// A file has an extension, or is below /assets. The documents of pages are not served under their file names, compressed or not.
function isFile(path) {
  if (/(^|\/)(index|shell|404)\.html/.test(path)) return false;
  return /^\/assets\/|\.[^\/]*$/.test(path);
}

// Returns the document of a path. An unknown path gets the error page, with the status 404: see status.js.
function documentOf(path) {
  var notFound = '/404.html';
  var found = site.exec(path);
  if (path === '/shell.html') return path; // the service worker keeps it
  var market = found ? found[0] : '';
  var kind = !found ? 'us' : market.slice(0, 4) === '/ca/' ? 'canada' : 'international';
  path = path.slice(market.length) || '/';
  var at = path.split('/');
  var category = at[2];
  if (at[1] === 'quote' && category && orderable.indexOf(category) < 0 && (at[3] || !soon.hasOwnProperty(category) || (kind === 'canada' && !soon[category]))) return notFound;
  if (!pagesOfKind[kind].test(path)) return notFound;
  if (!isRendered.test(path)) return market + (at[1] ? path : '') + '/index.html';
  // Publishing writes a shell for each restaurant. An unknown restaurant has none, and the 404 page replaces S3's error.
  return market + (at[1] === 'quote' && at[3] ? at.slice(0, 4).join('/') : '') + '/shell.html';
}

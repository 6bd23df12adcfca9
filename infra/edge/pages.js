// CloudFront Function, viewer request, of everything that is neither API nor image: leads an address to the file that answers it.
// The stack on one machine runs this same file. CloudFront's JavaScript 2.0 is meant, and less of it: see edge_test.go.

// The site's routes without their market prefix; a star is one segment. Those after the first gap Canada lacks; those of the second list
// are all that a site has that takes no orders. Each page is a file, made when the site is published; only those of an order and of an
// account are rendered by the browser from the shell of their market, or from the shell of their restaurant below /quote.
var pages = (
  '/ /quote /quote/* /quote/*/* /quote/*/*/*/* /cart /cart/summary /checkout /checkout/payment /orders/* /locations ' +
  '/locations/* /locations/*/* /locations/*/*/* /menu /login /signup /user-profile /user-profile/my-orders ' +
  '/user-profile/loyalty /catering /catering/services /catering/faq /catering/feedback /company/our-story ' +
  '/company/meet-our-team /company/work-for-* /company/nutritional /promos/current-deals /promos/loyalty /promos/contest ' +
  '/contact/talk-to-* /contact/general-feedback /contact/review-us /contact/ccpa-privacy-form ' +
  '/contact/do-not-sell-my-personal-information /legal/terms-and-conditions /legal/privacy-policy /legal/cookie-policy ' +
  '/press/blog /press/blog/page/* /press/blog/* /sitemap'
).split(' ');
var notInCanada = '/get-a-quote /get-a-quote/*'.split(' ');
var international = (
  '/ /locations /menu /company/our-story /contact/talk-to-* /legal/terms-and-conditions /legal/privacy-policy ' +
  '/legal/cookie-policy /sitemap'
).split(' ');
var isRendered = /^\/(quote|get-a-quote|cart|checkout|orders|login|signup|user-profile)(\/|$)/;
var any = {
  us: matching(pages.concat(notInCanada)), canada: matching(pages), international: matching(international)
};

function matching(list) {
  return new RegExp('^(' + list.join('|').replace(/\*/g, '[^/]+') + ')$');
}

// The sites but that of the US, by the start of their paths.
var site = /^\/(?:(ca)\/(?:en|fr)-ca|br\/pt-br|jp\/ja-jp|mx\/es-mx|ae|eg|pk|ph)(?=\/|$)/;

// The order menu categories: everyday is ordered here; of the others there is a page that says so, and whether in Canada too.
var orderable = 'everyday';
var soon = { catering: true, holiday: false, '866-catering': false };

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
  var kind = !found ? 'us' : found[1] ? 'canada' : 'international';
  path = path.slice(market.length) || '/';
  var at = path.split('/');
  var category = at[2];
  if (at[1] === 'quote' && category && category !== orderable && (at[3] || !soon.hasOwnProperty(category) || (kind === 'canada' && !soon[category]))) return lost;
  if (!any[kind].test(path)) return lost;
  if (!isRendered.test(path)) return market + (at[1] ? path : '') + '/index.html';
  // Publishing writes a shell for each restaurant. An unknown restaurant has none, and the 404 page replaces S3's error.
  return market + (at[1] === 'quote' && at[3] ? at.slice(0, 4).join('/') : '') + '/shell.html';
}

// CloudFront Function, viewer request, of everything that is neither API nor image: leads an address to the file that answers it.
// The stack on one machine runs this same file. CloudFront's JavaScript 2.0 is meant, and less of it: see edge_test.go.

// The site's routes without their market prefix; a star is one segment. Those after the first gap Canada lacks; those of the second list
// are all that a site has that takes no orders.
var pages = [
  '/', '/quote', '/quote/*', '/quote/*/*', '/quote/*/*/*/*', '/cart', '/cart/summary', '/checkout', '/checkout/payment', '/orders/*',
  '/locations', '/locations/*', '/locations/*/*', '/locations/*/*/*', '/menu', '/login', '/signup', '/user-profile', '/user-profile/my-orders',
  '/user-profile/loyalty', '/catering', '/catering/services', '/catering/faq', '/catering/feedback', '/company/our-story',
  '/company/meet-our-team', '/company/work-for-*', '/company/nutritional', '/promos/current-deals', '/promos/loyalty', '/promos/contest',
  '/contact/talk-to-*', '/contact/general-feedback', '/contact/review-us', '/legal/terms-and-conditions', '/press/blog',
  '/press/blog/page/*', '/press/blog/*', '/sitemap'
];
var notInCanada = ['/get-a-quote', '/get-a-quote/*', '/contact/ccpa-privacy-form', '/contact/do-not-sell-my-personal-information'];
var international = ['/', '/locations', '/menu', '/company/our-story', '/contact/talk-to-*', '/legal/terms-and-conditions', '/sitemap'];
var any = {
  us: matching(pages.concat(notInCanada)), canada: matching(pages), international: matching(international)
};

function matching(list) {
  return new RegExp('^(' + list.join('|').replace(/\*/g, '[^/]+') + ')$');
}

// The sites by the start of their paths; the US has none. A country alone leads on to its language.
var sites = {
  '/ca/en-ca': 'canada', '/ca/fr-ca': 'canada', '/br/pt-br': 'international', '/jp/ja-jp': 'international', '/mx/es-mx': 'international',
  '/ae': 'international', '/eg': 'international', '/pk': 'international', '/ph': 'international'
};
var countries = /^\/(ca|br|jp|mx)$/;

// The order menu categories: everyday is ordered here; of the others there is a page that says so, and whether in Canada too.
var orderable = 'everyday';
var soon = { 'catering': true, 'holiday': false, '866-catering': false };

// What of the built site has a packed neighbour, made by infra/verbs/compress.mjs.
var packed = /\.(js|css|html|svg|json|webmanifest|txt)$/;

function handler(event) {
  var request = event.request;
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return {
      statusCode: 405,
      statusDescription: 'Method Not Allowed',
      headers: { allow: { value: 'GET, HEAD' }, 'content-type': { value: 'text/plain; charset=utf-8' } },
      body: 'This address does not answer that method\n'
    };
  }
  var path = cleaned(request.uri);
  if (path !== '/index.html' && file(path)) {
    request.uri = path;
  } else {
    // An address that no page has gets the same document, which shows the error page, with the status 404: see status.js.
    request.uri = known(path) ? '/index.html' : '/404.html';
  }
  var accept = request.headers['accept-encoding'];
  if (packed.test(request.uri) && accept && /\bbr\b/.test(accept.value)) request.uri += '.br';
  request.querystring = {}; // a file has no variants, and the document reads its address itself
  return request;
}

// The path without empty segments and without . and .. in it, and without a slash at its end.
function cleaned(uri) {
  if (uri !== '' && !/\/[\/.]|.\/$/.test(uri)) return uri;
  var kept = [];
  var segments = uri.split('/');
  for (var i = 0; i < segments.length; i++) {
    if (segments[i] === '..') kept.pop();
    else if (segments[i] !== '' && segments[i] !== '.') kept.push(segments[i]);
  }
  return '/' + kept.join('/');
}

// A file has an ending, or lies where only files do.
function file(path) {
  return path.indexOf('/assets/') === 0 || path.slice(path.lastIndexOf('/')).indexOf('.') > 0;
}

function known(path) {
  if (countries.test(path)) return true;
  var kind = 'us';
  var prefix = /^\/(?:ae|eg|pk|ph|[a-z]{2}\/[a-z]{2}-[a-z]{2})(?=\/|$)/.exec(path);
  if (prefix && sites.hasOwnProperty(prefix[0])) {
    kind = sites[prefix[0]];
    path = path.slice(prefix[0].length) || '/';
  }
  if (path.indexOf('/quote/') === 0) {
    var segments = path.split('/');
    var category = segments[2];
    if (category !== orderable && (segments.length > 3 || !soon.hasOwnProperty(category) || (kind === 'canada' && !soon[category]))) return false;
  }
  return any[kind].test(path);
}

// Redirects a request with another spelling of a path or another host to the canonical address, and a country's code alone to its site in
// the browser's language. Redirects a visitor of the first site's home page from a country with its own site to that site: once, which a
// cookie records. It does not redirect bots, visitors from another page of the site, or visitors who answered the country banner. PagesOf
// (edge.go) puts the brand's sites by country and the host before this code.
var robots = /bot|crawl|spider|slurp|preview|externalhit|whatsapp|google|http|archive|lighthouse|curl|wget|python/i;

function redirectFor(request) {
  var path = canonicalPath(request.uri).replace(/(blog)\/page\/1$/, '$1'); // the first page of the list is the list itself
  var headers = request.headers;
  var country = path.slice(1).toUpperCase();
  if (!sites.hasOwnProperty(country) || sites[country][0] === path) {
    var wrongHost = host && headerValue(headers.host) !== host;
    if (path !== request.uri || wrongHost) return redirect(301, (wrongHost ? 'https://' + host : '') + path, request);
    country = headerValue(headers['cloudfront-viewer-country']);
    if (path !== '/' || !sites.hasOwnProperty(country)) return null;
    var userAgent = headerValue(headers['user-agent']);
    var cookies = request.cookies;
    if (!userAgent || robots.test(userAgent) || headerValue(headers['sec-fetch-site']) === 'same-origin') return null;
    if (cookies.site || cookies.hideContinueToInternationalSitePrompt) return null;
  }
  var candidates = sites[country];
  var languages = headerValue(headers['accept-language']).toLowerCase();
  var best = languages.length;
  var target = candidates[0];
  for (var i = 0; i < candidates.length; i++) {
    var found = languages.search(new RegExp('\\b' + candidates[i].slice(-5, -3) + '\\b'));
    if (found >= 0 && found < best) {
      best = found;
      target = candidates[i];
    }
  }
  var answer = redirect(302, target, request);
  answer.cookies = { site: { value: target, attributes: 'Path=/; Max-Age=63115200; SameSite=Lax; Secure' } };
  return answer;
}

function headerValue(header) {
  return header ? header.value : '';
}

function redirect(status, target, request) {
  var parameters = [];
  for (var name in request.querystring) {
    var parameter = request.querystring[name];
    (parameter.multiValue || [parameter]).forEach(function (value) {
      parameters.push(name + (value.value ? '=' + value.value : ''));
    });
  }
  // Browsers read a backslash as a slash: two at the start would be another host.
  var location = target.replace(/\\/g, '%5C') + (parameters.length ? '?' + parameters.join('&') : '');
  return {
    statusCode: status,
    headers: { location: { value: location }, 'cache-control': { value: status === 301 ? 'max-age=3600' : 'no-store' } }
  };
}

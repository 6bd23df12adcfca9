// Redirects a request with another spelling of a path or another host to the canonical address, and a country's code alone to its site in
// the browser's language. Redirects a visitor of the first site's home page from a country with its own site to that site: once, which a
// cookie records. It does not redirect bots, visitors from another page of the site, or visitors who answered the country banner. PagesOf
// (edge.go) puts the brand's sites by country and the host before this code.
var robots = /bot|crawl|spider|slurp|preview|externalhit|whatsapp|google|http|archive|lighthouse|curl|wget|python/i;

function arrival(request) {
  var path = cleaned(request.uri).replace(/(blog)\/page\/1$/, '$1'); // the first page of the list is the list itself
  var headers = request.headers;
  var country = path.slice(1).toUpperCase();
  if (!sites.hasOwnProperty(country) || sites[country][0] === path) {
    var strange = host && said(headers.host) !== host;
    if (path !== request.uri || strange) return led(301, (strange ? 'https://' + host : '') + path, request);
    country = said(headers['cloudfront-viewer-country']);
    if (path !== '/' || !sites.hasOwnProperty(country)) return null;
    var agent = said(headers['user-agent']);
    var cookies = request.cookies;
    if (!agent || robots.test(agent) || said(headers['sec-fetch-site']) === 'same-origin') return null;
    if (cookies.site || cookies.hideContinueToInternationalSitePrompt) return null;
  }
  var choice = sites[country];
  var spoken = said(headers['accept-language']).toLowerCase();
  var best = spoken.length;
  var to = choice[0];
  for (var i = 0; i < choice.length; i++) {
    var found = spoken.search(new RegExp('\\b' + choice[i].slice(-5, -3) + '\\b'));
    if (found >= 0 && found < best) {
      best = found;
      to = choice[i];
    }
  }
  var answer = led(302, to, request);
  answer.cookies = { site: { value: to, attributes: 'Path=/; Max-Age=63115200; SameSite=Lax; Secure' } };
  return answer;
}

function said(header) {
  return header ? header.value : '';
}

function led(status, to, request) {
  var asked = [];
  for (var name in request.querystring) {
    var parameter = request.querystring[name];
    (parameter.multiValue || [parameter]).forEach(function (one) {
      asked.push(name + (one.value ? '=' + one.value : ''));
    });
  }
  // Browsers read a backslash as a slash: two at the start would be another host.
  var location = to.replace(/\\/g, '%5C') + (asked.length ? '?' + asked.join('&') : '');
  return {
    statusCode: status,
    headers: { location: { value: location }, 'cache-control': { value: status === 301 ? 'max-age=3600' : 'no-store' } }
  };
}

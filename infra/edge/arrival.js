// Who arrives at an address that is spelled in another way, or on another host, is led to the one that it has; a country's code alone leads
// to its site in the language that is read. Who comes to the door of the brand's first site from a country that has a site of its own is
// led there: once, for the cookie says so from then on, and only where nobody has chosen: no bot, nobody who comes from a page of ours, and
// nobody who has answered to the banner that asks.
// PagesOf (edge.go) writes the brand's sites by country and the host before this.
var robots = /bot|crawl|spider|slurp|preview|externalhit|whatsapp|google|http|archive|lighthouse|curl|wget|python/i;

function arrival(request) {
  var path = cleaned(request.uri).replace(/(blog)\/page\/1$/, '$1'); // the list's first page is the list
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
  // Browsers read a backslash as a slash: two in the beginning would be another host.
  var location = to.replace(/\\/g, '%5C') + (asked.length ? '?' + asked.join('&') : '');
  return {
    statusCode: status,
    headers: { location: { value: location }, 'cache-control': { value: status === 301 ? 'max-age=3600' : 'no-store' } }
  };
}

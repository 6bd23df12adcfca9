// CloudFront Function, viewer request, of pictures: folds Accept into three classes and the quality into four, so that the cache holds a
// picture at a width at most twelve times. It removes other parameters.
var parameters = ['url', 'w', 'q'];

// The available qualities (functions/images/params.go), and the default.
var qualities = [25, 50, 75, 90];
var defaultQuality = '75';

function handler(event) {
  var request = event.request;
  var accept = request.headers.accept ? request.headers.accept.value.toLowerCase() : '';
  var webp = accepts(accept, 'image/webp');
  var avif = webp && accepts(accept, 'image/avif');
  request.headers.accept = { value: (avif ? 'image/avif,' : '') + (webp ? 'image/webp,' : '') + 'image/*' };
  var query = {};
  for (var i = 0; i < parameters.length; i++) {
    var parameter = request.querystring[parameters[i]];
    if (parameter) query[parameters[i]] = { value: parameter.value };
  }
  query.q = { value: query.q ? roundedQuality(query.q.value) : defaultQuality };
  request.querystring = query;
  return request;
}

// Reports whether the header names the type without q=0, like functions/images/params.go.
function accepts(accept, kind) {
  var at = accept.indexOf(kind);
  if (at < 0) return false;
  var weight = /^\s*;[^,]*\bq=([^,;]*)/.exec(accept.slice(at + kind.length));
  return !weight || Number(weight[1]) > 0;
}

// Rounds the quality up to the next step, or down to the last. An invalid quality stays: the function refuses it.
function roundedQuality(quality) {
  if (!/^([1-9][0-9]?|100)$/.test(quality)) return quality;
  var i = 0;
  while (i < qualities.length - 1 && qualities[i] < Number(quality)) i++;
  return String(qualities[i]);
}

// CloudFront Function, viewer request, of pictures: folds Accept into three classes and the quality into four, so that the cache holds a
// picture at a width at most twelve times. It removes other parameters.
var kept = ['url', 'w', 'q'];

// The available qualities (functions/images/params.go), and the default.
var steps = [25, 50, 75, 90];
var usual = '75';

function handler(event) {
  var request = event.request;
  var accept = request.headers.accept ? request.headers.accept.value.toLowerCase() : '';
  var webp = takes(accept, 'image/webp');
  var avif = webp && takes(accept, 'image/avif');
  request.headers.accept = { value: (avif ? 'image/avif,' : '') + (webp ? 'image/webp,' : '') + 'image/*' };
  var asked = {};
  for (var i = 0; i < kept.length; i++) {
    var parameter = request.querystring[kept[i]];
    if (parameter) asked[kept[i]] = { value: parameter.value };
  }
  asked.q = { value: asked.q ? folded(asked.q.value) : usual };
  request.querystring = asked;
  return request;
}

// Reports whether the header names the type without q=0, like functions/images/params.go.
function takes(accept, kind) {
  var at = accept.indexOf(kind);
  if (at < 0) return false;
  var weight = /^\s*;[^,]*\bq=([^,;]*)/.exec(accept.slice(at + kind.length));
  return !weight || Number(weight[1]) > 0;
}

// Rounds the quality up to the next step, or down to the last. An invalid quality stays: the function refuses it.
function folded(quality) {
  if (!/^([1-9][0-9]?|100)$/.test(quality)) return quality;
  var i = 0;
  while (i < steps.length - 1 && steps[i] < Number(quality)) i++;
  return String(steps[i]);
}

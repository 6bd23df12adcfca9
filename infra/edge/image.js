// CloudFront Function, viewer request, of pictures: what a browser takes is folded into one of three classes and the quality into one of
// four, so that the cache holds a picture at a width at most twelve times, however many browsers there are; parameters that make no
// picture are left out.
var kept = ['url', 'w', 'q'];

// The qualities that are made (functions/images/params.go), and what is made when none is asked for.
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

// Whether the header names the type and does not refuse it (q=0), as functions/images/params.go reads it: who refuses WebP gets none.
function takes(accept, kind) {
  var at = accept.indexOf(kind);
  if (at < 0) return false;
  var weight = /^\s*;[^,]*\bq=([^,;]*)/.exec(accept.slice(at + kind.length));
  return !weight || Number(weight[1]) > 0;
}

// The least step that is not below the quality, or the last. What is none is refused where it is read.
function folded(quality) {
  if (!/^([1-9][0-9]?|100)$/.test(quality)) return quality;
  var i = 0;
  while (i < steps.length - 1 && steps[i] < Number(quality)) i++;
  return String(steps[i]);
}

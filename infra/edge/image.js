// CloudFront Function, viewer request, of pictures: what a browser takes is folded into one of three classes, so that the cache holds
// a picture at most three times, however many browsers there are; parameters that make no picture are left out.
var kept = ['url', 'w', 'q'];

function handler(event) {
  var request = event.request;
  var accept = request.headers.accept ? request.headers.accept.value : '';
  var webp = accept.indexOf('image/webp') >= 0;
  var avif = webp && accept.indexOf('image/avif') >= 0;
  request.headers.accept = { value: (avif ? 'image/avif,' : '') + (webp ? 'image/webp,' : '') + 'image/*' };
  var asked = {};
  for (var i = 0; i < kept.length; i++) {
    var parameter = request.querystring[kept[i]];
    if (parameter) asked[kept[i]] = { value: parameter.value };
  }
  request.querystring = asked;
  return request;
}

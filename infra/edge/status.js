// CloudFront Function, viewer response, of the site's pages: S3 answers every document with 200. The error page is uploaded with metadata
// that contains its status.
function handler(event) {
  var response = event.response;
  var status = response.headers['x-amz-meta-status'];
  if (status) {
    response.statusCode = Number(status.value);
    response.statusDescription = 'Not Found';
    delete response.headers['x-amz-meta-status'];
  }
  return response;
}

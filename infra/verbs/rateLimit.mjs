// Publishing sends more requests than the firewall in the cloud allows from one address in five minutes. The firewall then answers 429
// until enough of the five minutes has passed.
const seconds = 20
/** Ten minutes in total: twice the firewall's window. A 429 after that has another cause. */
const maxRetries = 30

const later = () => new Promise((done) => setTimeout(done, seconds * 1000))

/** Wraps a fetch function: it waits and retries after a 429, and finally throws. */
export const retryRateLimited = (fetchFn, wait = later) => async (input, init) => {
  const request = new Request(input, init)
  for (let waited = 0; waited <= maxRetries; waited++) {
    if (waited > 0) await wait()
    const answer = await fetchFn(request.clone())
    if (answer.status !== 429) return answer
  }
  throw new Error(`${request.url} has answered 429 (too many requests) for ${(maxRetries * seconds) / 60} minutes. Another client at this address may be
sending requests, or the firewall's limit is too low (infra/cdk/front.go). Try again later.`)
}

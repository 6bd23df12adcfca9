// To ask a site for all that its pages say is more than the firewall of the cloud lets one address ask in five minutes. It answers 429 then,
// until enough of the five minutes has gone.

const tooMany = 429
const between = 20 // seconds
/** Ten minutes: twice what the firewall looks back. Whoever is told the same still is kept out by something else. */
const most = 30

const later = () => new Promise((done) => setTimeout(done, between * 1000))

/** The same as a way of asking, which waits where too much was asked, and gives up at last. */
export const patiently =
  (ask, wait = later) =>
  async (input, init) => {
    const request = new Request(input, init)
    for (let waited = 0; ; waited++) {
      const answer = await ask(request.clone())
      if (answer.status !== tooMany) return answer
      if (waited === most) throw new Error(`${request.url} has answered for ${(most * between) / 60} minutes that too much was asked (429). Somebody else at this address may be asking, or the firewall's limit is too low (infra/cdk/front.go): try again later.`)
      await wait()
    }
  }

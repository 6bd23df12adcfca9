/** A part of the site that did not come: no connection, no server, or a release in between. */
export class NotFetched extends Error {}

/** Says of a part of the site that it did not come, whatever the browser calls that. */
export async function fetched<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    throw new NotFetched('A part of the site could not be fetched', { cause })
  }
}

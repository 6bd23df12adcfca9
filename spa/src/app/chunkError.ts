/** A part of the site that did not come: no connection, no server, or a release in between. */
export class ChunkError extends Error {}

/** Says of a part of the site that it did not come, whatever the browser calls that. */
export async function orChunkError<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    throw new ChunkError('A part of the site could not be fetched', { cause })
  }
}

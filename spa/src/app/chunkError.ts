/** A chunk failed to load: no connection, no server, or a new release replaced it. */
export class ChunkError extends Error {}

/** Converts a failed dynamic import to ChunkError; browsers use different error types. */
export async function orChunkError<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    throw new ChunkError('a chunk failed to load', { cause })
  }
}

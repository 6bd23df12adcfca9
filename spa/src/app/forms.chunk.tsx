/** Forms that guests send to the brand. For the reason of one chunk see locations.chunk.ts. */
export { FormCard } from '../features/forms/FormCard'

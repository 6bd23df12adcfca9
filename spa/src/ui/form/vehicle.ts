/** The car that a curbside order is brought out to, in the guest's words. */
export interface Vehicle {
  make: string
  model: string
  colour: string
}

export const noVehicle: Vehicle = { make: '', model: '', colour: '' }

/** A car in one line, the same in every language: "Honda Civic, silver". */
export function formatVehicle({ make, model, colour }: Vehicle): string {
  return `${make} ${model}, ${colour}`
}

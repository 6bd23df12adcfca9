/** The car of a curbside order, as the guest describes it. */
export interface Vehicle {
  make: string
  model: string
  colour: string
}

export const noVehicle: Vehicle = { make: '', model: '', colour: '' }

/** Formats a car, the same in every language: "Honda Civic, silver". */
export function formatVehicle({ make, model, colour }: Vehicle): string {
  return `${make} ${model}, ${colour}`
}

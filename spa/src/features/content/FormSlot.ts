import { type ComponentType, createContext } from 'react'

/** Renders a form of the content by its kind. The app passes it to the page: a feature does not import another. */
export const FormSlot = createContext<ComponentType<{ kind: string }>>(() => null)

/** Notification of specification §3, with an action such as Undo. */
export interface Notification {
  /** Split by newline: each line is a paragraph. */
  text: string
  type: 'info' | 'success' | 'error'
  imageUrl?: string
  /** Milliseconds on screen; 3000 when absent. */
  closeAfter?: number
  action?: { label: string; onPress: () => void }
  /** Called when the guest closes it; not when its time ends. */
  onDismiss?: () => void
}

export interface ActiveNotification extends Notification {
  id: number
}

let toasts: readonly ActiveNotification[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ActiveNotification[]) {
  toasts = next
  for (const changed of listeners) changed()
}

/** Shows a notification. Returns a function that removes it. */
export function notify(notification: Notification): () => void {
  const id = ++lastId
  change([...toasts, { ...notification, id }])
  return () => remove(id)
}

export function remove(id: number) {
  change(toasts.filter((n) => n.id !== id))
}

/** Removes all notifications. */
export const clear = () => change([])

export function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export const snapshot = () => toasts

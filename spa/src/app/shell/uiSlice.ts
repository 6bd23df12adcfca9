import { createSlice, type PayloadAction } from '@reduxjs/toolkit'

/** UI state of specification §3 that has no other source; item count and price come from the basket. */
interface UiState {
  /** 0 start, 1 menu, 2 cart, 3 details, 4 payment, 5 placed. */
  currentOrderStep: number
  /** Pixels. */
  navigationHeight: number
}

const lastOrderStep = 5
const stored = 'currentOrderStep'

export function storedOrderStep(): number {
  try {
    const step = Number(sessionStorage.getItem(stored))
    return Number.isInteger(step) && step >= 0 && step <= lastOrderStep ? step : 0
  } catch {
    return 0
  }
}

export function storeOrderStep(step: number) {
  try {
    sessionStorage.setItem(stored, String(step))
  } catch {
    // Storage may be unavailable; a reload then starts at 0.
  }
}

const ui = createSlice({
  name: 'ui',
  initialState: (): UiState => ({ currentOrderStep: storedOrderStep(), navigationHeight: 0 }),
  reducers: {
    orderStepReached: (state, { payload }: PayloadAction<number>) => {
      state.currentOrderStep = payload
    },
    navigationMeasured: (state, { payload }: PayloadAction<number>) => {
      state.navigationHeight = payload
    },
  },
})

export const { orderStepReached, navigationMeasured } = ui.actions
export const uiReducer = ui.reducer
export type WithUi = { ui: UiState }
/** Returns the progress to a placed order in percent. */
export const selectOrderProgress = (state: WithUi) => (state.ui.currentOrderStep / lastOrderStep) * 100

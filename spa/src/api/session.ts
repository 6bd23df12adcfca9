import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { readSession, type Session } from './token'

/** The signed-in customer. Local storage, which all tabs share, is the source: the store copies each change of it. */
const session = createSlice({
  name: 'session',
  initialState: readSession,
  reducers: { changed: (_, { payload }: PayloadAction<Session>) => payload },
})

export const { changed: sessionChanged } = session.actions
export const sessionReducer = session.reducer
type WithSession = { session: Session }
export const selectSignedIn = (state: WithSession) => !!state.session.token

import { buildCreateApi, coreModule, reactHooksModule } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery'
import { serverHooks } from './serverHooks'

const createApi = import.meta.env.SSR
  ? buildCreateApi(coreModule(), reactHooksModule(), serverHooks)
  : buildCreateApi(coreModule(), reactHooksModule())

/** The one API slice; its endpoints are generated from the OpenAPI document (generated.ts). */
export const api = createApi({
  baseQuery,
  // Back to a menu is back to where the guest was on it; what is older than half a minute is looked up again behind it.
  keepUnusedDataFor: 600,
  refetchOnMountOrArgChange: 30,
  // What was kept is shown until then, and what is on screen may have changed meanwhile.
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

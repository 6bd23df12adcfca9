import { buildCreateApi, coreModule, reactHooksModule } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery'
import { serverHooks } from './serverHooks'

const createApi = import.meta.env.SSR
  ? buildCreateApi(coreModule(), reactHooksModule(), serverHooks)
  : buildCreateApi(coreModule(), reactHooksModule())

/** The one API slice; its endpoints are generated from the OpenAPI document (generated.ts). */
export const api = createApi({
  baseQuery,
  // Cached pages are shown immediately on Back; data older than half a minute is refetched in the background.
  keepUnusedDataFor: 600,
  refetchOnMountOrArgChange: 30,
  // After an offline period cached data stays visible until the refetch completes.
  refetchOnReconnect: true,
  endpoints: () => ({}),
})

import { createApi } from '@reduxjs/toolkit/query/react'
import { baseQuery } from './baseQuery'

/** The one API slice; its endpoints are generated from the OpenAPI document (generated.ts). */
export const api = createApi({
  baseQuery,
  endpoints: () => ({}),
})

import type { Module } from '@reduxjs/toolkit/query'
import { useDispatch } from 'react-redux'

type UseQuery = (arg: unknown, options?: { skip?: boolean }) => unknown

interface Endpoint {
  initiate: (arg: unknown) => never
  useQuery: UseQuery
}

/**
 * Query hooks for server rendering, where effects do not run: they start the query during render, and server.tsx renders again with the
 * result. They subscribe, because RTK starts an eviction timer for unsubscribed queries, which would keep the process alive.
 */
export const serverHooks: Module<never> = {
  name: 'serverHooks' as never,
  init: (api) => ({
    injectEndpoint(name, { type }) {
      if (type !== 'query') return
      const endpoint = api.endpoints[name] as unknown as Endpoint
      const { initiate, useQuery } = endpoint
      endpoint.useQuery = (arg, options) => {
        const dispatch = useDispatch()
        if (!options?.skip) dispatch(initiate(arg))
        return useQuery(arg, options)
      }
      const hook = `use${name[0]!.toUpperCase()}${name.slice(1)}Query`
      Object.assign(api, { [hook]: endpoint.useQuery })
    },
  }),
}

import {
  createFileTable,
  dropFileTable,
  listFileTables,
  replaceForeignFile,
  uploadForeignFile,
} from '@basalt/contract/foreign-files/foreign-files.endpoints.ts'
import type { NewFileTable } from '@basalt/contract/foreign-files/foreign-files.schema.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { callWithBytes } from '../../../api/call-with-bytes.ts'

const key = (ref: string) => ['file-tables', ref] as const

export const fileTableQueries = {
  list: (ref: string) =>
    queryOptions({
      queryKey: key(ref),
      queryFn: ({ signal }) => call(listFileTables, { params: { ref } }, signal),
      // SQL and other members change tables as well.
      staleTime: 0,
    }),
}

const refetch = (client: QueryClient, ref: string) => client.invalidateQueries({ queryKey: key(ref) })

const upload = (ref: string, file: File) =>
  callWithBytes(uploadForeignFile, { params: { ref }, query: { name: file.name } }, file)

/** Errors are displayed in the form. */
export const createFileTableIn = (ref: string) =>
  mutationOptions({
    mutationFn: async ({ file, ...table }: Omit<NewFileTable, 'file'> & { file: File }) => {
      const { id } = await upload(ref, file)
      return call(createFileTable, { params: { ref }, body: { ...table, file: id } })
    },
    onSettled: (_done, _error, _table, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in its dialog. */
export const replaceFileIn = (ref: string) =>
  mutationOptions({
    mutationFn: async ({ id, file }: { id: number; file: File }) => {
      const { id: uploaded } = await upload(ref, file)
      return call(replaceForeignFile, { params: { ref, oid: id }, body: { file: uploaded } })
    },
    onSettled: (_done, _error, _file, _result, { client }) => refetch(client, ref),
  })

/** Errors are displayed in its dialog. */
export const dropFileTableIn = (ref: string) =>
  mutationOptions({
    mutationFn: ({ id, cascade }: { id: number; cascade: boolean }) =>
      call(dropFileTable, { params: { ref, oid: id }, query: { cascade: cascade ? 'true' : 'false' } }),
    onSettled: (_done, _error, _drop, _result, { client }) => refetch(client, ref),
  })

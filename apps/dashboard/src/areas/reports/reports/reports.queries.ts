import {
  createReport as createCall,
  deleteReport as deleteCall,
  getReport,
  listReports,
  saveReport as saveCall,
} from '@basalt/contract/reports/reports.endpoints.ts'
import type { Report, SavedReport } from '@basalt/contract/reports/reports.schema.ts'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const reportQueries = {
  all: (ref: string) => ['reports', ref] as const,

  list: (ref: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(ref), 'list'] as const,
      queryFn: ({ signal }) => call(listReports, { params: { ref } }, signal),
      staleTime: 0,
    }),

  one: (ref: string, id: string) =>
    queryOptions({
      queryKey: [...reportQueries.all(ref), 'one', id] as const,
      queryFn: ({ signal }) => call(getReport, { params: { ref, id } }, signal),
      staleTime: 0,
    }),
}

// The dialogs and the page show the errors of these.

export const createReport = (ref: string) =>
  mutationOptions({
    mutationFn: (name: string) => call(createCall, { params: { ref }, body: { name } }),
    onSuccess: (report, _input, _result, { client }) => {
      client.setQueryData(reportQueries.one(ref, report.id).queryKey, report)
      return client.invalidateQueries({ queryKey: reportQueries.list(ref).queryKey })
    },
  })

export const saveReport = (ref: string, id: string) =>
  mutationOptions({
    mutationFn: (body: SavedReport): Promise<Report> => call(saveCall, { params: { ref, id }, body }),
    onSuccess: (report, _input, _result, { client }) => {
      client.setQueryData(reportQueries.one(ref, id).queryKey, report)
      return client.invalidateQueries({ queryKey: reportQueries.list(ref).queryKey })
    },
  })

export const deleteReport = (ref: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(deleteCall, { params: { ref, id } }),
    onSuccess: async (_report, id, _result, { client }) => {
      client.removeQueries({ queryKey: reportQueries.one(ref, id).queryKey })
      await client.invalidateQueries({ queryKey: reportQueries.list(ref).queryKey })
    },
  })

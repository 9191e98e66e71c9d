import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Guide } from './documentation.schema.ts'

export const listGuides = endpoint({
  name: 'listGuides',
  method: 'GET',
  path: '/api/guides',
  summary: 'The guides of this version, in Markdown',
  response: z.array(Guide),
})

import { z } from 'zod'
import { Done, endpoint } from '../endpoint.ts'
import { QUERY_BODY_LIMIT } from '../query/query.rules.ts'
import { McpMessage, McpParameters } from './mcp.schema.ts'

export const callMcp = endpoint({
  name: 'callMcp',
  method: 'POST',
  path: '/mcp',
  summary: 'Tools for agents: one message of the Model Context Protocol (Streamable HTTP)',
  query: McpParameters,
  body: McpMessage,
  response: McpMessage,
  bodyLimit: QUERY_BODY_LIMIT,
  audit: { title: 'Call a tool over MCP' },
})

export const openMcpStream = endpoint({
  name: 'openMcpStream',
  method: 'GET',
  path: '/mcp',
  summary: 'Refused: the server sends no messages of its own; POST a message to get an answer',
  query: z.looseObject({}),
  response: McpMessage,
  media: 'event-stream',
})

export const endMcpSession = endpoint({
  name: 'endMcpSession',
  method: 'DELETE',
  path: '/mcp',
  summary: 'Refused: the server has no sessions',
  query: z.looseObject({}),
  response: Done,
  audit: { repeats: true },
})

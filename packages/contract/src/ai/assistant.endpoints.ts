import { endpoint } from '../endpoint.ts'
import { AI_CHAT_BODY_LIMIT } from './assistant.rules.ts'
import { AnswerEvent, ChatToContinue } from './assistant.schema.ts'

export const askAssistant = endpoint({
  name: 'askAssistant',
  method: 'POST',
  path: '/api/ai/sql/generate-v4',
  summary: 'Have the assistant answer the last message of a chat, read while it is written',
  body: ChatToContinue,
  response: AnswerEvent,
  media: 'event-stream',
  bodyLimit: AI_CHAT_BODY_LIMIT,
  // What was said is not kept: it may hold personal data.
  audit: { title: 'Ask the assistant' },
})

export const readAssistant = endpoint({
  name: 'readAssistant',
  method: 'GET',
  path: '/api/ai/sql/generate-v4',
  summary: 'Refused: chats are kept in the browser; post one to have it answered',
  response: AnswerEvent,
  media: 'event-stream',
})

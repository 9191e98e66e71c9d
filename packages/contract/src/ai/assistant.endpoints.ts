import { endpoint } from '../endpoint.ts'
import { AI_CHAT_BODY_LIMIT } from './assistant.rules.ts'
import { AnswerEvent, ChatToContinue } from './assistant.schema.ts'

export const askAssistant = endpoint({
  name: 'askAssistant',
  method: 'POST',
  path: '/api/ai/sql/generate-v4',
  summary: "Stream the assistant's answer to the last message of a chat",
  body: ChatToContinue,
  response: AnswerEvent,
  media: 'event-stream',
  bodyLimit: AI_CHAT_BODY_LIMIT,
  // The messages are not recorded: they may hold personal data.
  audit: { title: 'Ask the assistant' },
})

export const readAssistant = endpoint({
  name: 'readAssistant',
  method: 'GET',
  path: '/api/ai/sql/generate-v4',
  summary: 'Refused: chats are stored in the browser; POST one to get an answer',
  response: AnswerEvent,
  media: 'event-stream',
})

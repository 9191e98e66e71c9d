import type { NewChat } from './new-chat.ts'

export const supportChat: NewChat = {
  name: 'Support',
  initialInput: 'I need help with my project. ',
  suggestions: [
    'How healthy and how fast is my project?',
    'What do the newest errors in the log mean?',
    'Is row level security set up the way it should be?',
  ],
}

export const debugChat = (sql: string, error: string): NewChat => ({
  name: 'Debug SQL snippet',
  initialInput: `Find out why this SQL fails, and correct it. PostgreSQL says:\n\n${error}`,
  sqlSnippets: [{ label: 'Failed SQL', sql }],
})

export const explainChat = (sql: string): NewChat => ({
  name: 'Explain SQL',
  initialInput: 'Explain what this SQL does, step by step.',
  sqlSnippets: [{ label: 'SQL to explain', sql }],
})

import type { ApiCall, ApiTarget } from '@basalt/contract/api-docs/api-call.rules.ts'
import { curlSnippet } from '@basalt/contract/api-docs/curl-snippet.rules.ts'
import { javascriptSnippet } from '@basalt/contract/api-docs/javascript-snippet.rules.ts'
import { pythonSnippet } from '@basalt/contract/api-docs/python-snippet.rules.ts'

export const languages = ['javascript', 'curl', 'python'] as const
export type Language = (typeof languages)[number]

export const languageNames: Readonly<Record<Language, string>> = {
  javascript: 'JavaScript',
  curl: 'curl',
  python: 'Python',
}

/** A call as code in the given language. */
export function snippetIn(language: Language, call: ApiCall, target: ApiTarget): string {
  if (language === 'curl') return curlSnippet(call, target)
  return language === 'python' ? pythonSnippet(call) : javascriptSnippet(call)
}

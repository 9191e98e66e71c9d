import { useState } from 'react'

/** The state of the feedback menu. The draft is kept when it is closed. */
export function useFeedback() {
  const [hasIdea, setHasIdea] = useState(false)
  const [draft, setDraft] = useState('')
  return {
    draft,
    setDraft,
    hasIdea,
    startIdea: () => setHasIdea(true),
    goBack: () => setHasIdea(false),
    /** Reopens with an existing draft. */
    reopen: () => setHasIdea(draft !== ''),
  }
}

export type Feedback = ReturnType<typeof useFeedback>

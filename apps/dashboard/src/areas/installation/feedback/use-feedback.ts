import { useState } from 'react'

/** What somebody is about to share. What is typed stays when the panel is closed. */
export function useFeedback() {
  const [hasIdea, setHasIdea] = useState(false)
  const [draft, setDraft] = useState('')
  return {
    draft,
    setDraft,
    hasIdea,
    haveIdea: () => setHasIdea(true),
    goBack: () => setHasIdea(false),
    /** An idea that was begun is gone on with. */
    begin: () => setHasIdea(draft !== ''),
  }
}

export type Feedback = ReturnType<typeof useFeedback>

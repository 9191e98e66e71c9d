import type { NewChat } from '../../features/ai/assistant/new-chat.ts'
import { sharedValue } from '../../lib/shared-value.ts'
import { openSidePanel } from '../shell/side-panel.state.ts'

/** The chat that somebody wants to begin, until the assistant of the open project has begun it. */
export const wantedChat = sharedValue<NewChat | undefined>(undefined)

/** Opens the assistant of the open project with a chat of its own. */
export function newChat(chat: NewChat) {
  wantedChat.set(chat)
  openSidePanel('assistant')
}

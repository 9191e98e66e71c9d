import { openSidePanel } from '../../../../app/shell/side-panel.port.ts'
import { sharedValue } from '../../../../lib/shared-value.ts'
import type { NewChat } from './new-chat.ts'

/** The chat that somebody wants to begin, until the assistant of the open project has begun it. */
export const wantedChat = sharedValue<NewChat | undefined>(undefined)

/** Opens the assistant of the open project with a chat of its own. */
export function newChat(chat: NewChat) {
  wantedChat.set(chat)
  openSidePanel('assistant')
}

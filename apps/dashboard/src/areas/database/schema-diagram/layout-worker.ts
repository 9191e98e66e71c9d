import { type LayoutInput, layoutOf } from './diagram-layout.rules.ts'

// Apart from the page, which stays fluid while hundreds of tables are arranged.
self.addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => self.postMessage(layoutOf(data)))

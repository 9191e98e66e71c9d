import { type FileRequest, fileAnswers } from './file-worker-protocol.ts'

const answer = fileAnswers()

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; request: FileRequest }>) => {
  answer(data.request).then(
    (result) => self.postMessage({ id: data.id, result }),
    (error: Error) => self.postMessage({ id: data.id, failure: error.message }),
  )
})

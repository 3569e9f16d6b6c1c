// Uploads a file with the stock client, as its users do: node upload.mjs '{"endpoint": …, "token": …, "file": …, …}'
// With `dieAt` the process ends without a word once that many bytes are accepted; with `uploadUrl` it resumes.
import { createReadStream, statSync } from 'node:fs'
import { Upload } from 'tus-js-client'

const task = JSON.parse(process.argv[2])
let resumedAt = -1

const upload = new Upload(createReadStream(task.file), {
  endpoint: task.endpoint,
  uploadUrl: task.uploadUrl ?? null,
  uploadSize: statSync(task.file).size,
  chunkSize: 1024 * 1024,
  retryDelays: [100, 500, 1000],
  headers: { Authorization: `Bearer ${task.token}` },
  metadata: { filename: 'content.bin', b3: task.address },
  onUploadUrlAvailable: () => console.log(`url ${new URL(upload.url).pathname}`),
  onProgress: (sent) => { if (resumedAt < 0) resumedAt = sent },
  onChunkComplete: (_, accepted) => { if (task.dieAt && accepted >= task.dieAt) process.kill(process.pid, 'SIGKILL') },
  onSuccess: ({ lastResponse }) => {
    console.log(`resumed at ${resumedAt}`)
    console.log(`object ${lastResponse.getHeader('Content-Location')}`)
  },
  onError: (error) => { console.error(String(error)); process.exitCode = 1 },
})
upload.start()

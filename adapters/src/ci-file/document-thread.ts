import { serveThread } from '../workers/index.js'
import { type DocumentRequest, readDocument } from './document-reader.js'

serveThread((request: DocumentRequest) => readDocument(request))

import type * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import type { FormPage } from '#contract/schemas/drawn-pages.ts'
import type { FileKind } from '#contract/schemas/documents.ts'

type Schema = z.ZodMiniType
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A call of the API as a row of a table: what it takes, what it answers and what it refuses. */
export interface Call {
  /** The method and the path, whose parameters are written `:name`. */
  route: `${Method} /${string}`
  /** For the document of the API. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  answer: Schema
  /** Of the answer, where it is not 200. */
  status?: 201 | 202
  /** Refusals beside those that any call may answer. */
  errors?: readonly ErrorCode[]
  /** Answers of other statuses that are not refusals in the usual form. */
  others?: Record<number, Schema>
  /** The type of an answer that is a file. */
  file?: string
}

/** What a multipart call takes of texts and files. */
export interface UploadRules {
  /** Texts of any name; one more is refused. All are held in memory. */
  texts: number
  /** The file fields and what each takes; a file under any other name is read past. */
  fields: Record<string, { required: boolean; kinds: readonly FileKind[] }>
  /** Files of any name; one more is refused before it is read. */
  count: number
  /** Of one file. */
  maxBytes: number
}

/** A call that the pages of the site make. */
export interface PublicCall extends Call {
  /** The heading under which the document of the API lists it. */
  tag: string
  /** The rule of `server/platform/limits/rules.ts` by which an address is counted, and what is counted. */
  limit?:
    | {
        calls: string
        /** A fault of ours gives the call back. */
        faultsAreFree?: true
      }
    /** As `calls`, before the body is read. */
    | { requests: string }
    /** Calls with an unknown link; those with a known one are counted separately. */
    | { links: string }
    /** What the form stores, and what it refuses. */
    | { form: string }
  /** Most bytes of its body, where it has a size of its own. */
  maxBytes?: number
  /** What a multipart body may bring; `body` are its texts. The handler reads it. */
  files?: UploadRules
  /** The page whose form a browser without scripts posts to the page's own address, and is answered with. */
  page?: FormPage
  /** Takes what a plain HTML form sends, without being the form of a page. */
  takesForms?: true
  /**
   * Which senders a browser may name, if not pages of ours. What comes from anywhere reads no cookie and proves itself; a
   * GET that changes something is for our scripts, not for links and pictures.
   */
  from?: 'anywhere' | 'our scripts'
  /** Left out of the API's document: no other program makes it. */
  hidden?: true
}

/** What any call may refuse that is posted, and any that asks a provider. */
export const posted = ['cross_site', 'too_large', 'invalid', 'rate_limited'] as const
export const ofProvider = ['provider_failed', 'provider_timeout'] as const

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
  /** The status of the answer, if it is not 200. */
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
  /** The file fields and what each takes; a file under any other name is skipped. */
  fields: Record<string, { required: boolean; kinds: readonly FileKind[] }>
  /** Files of any name; one more is refused before it is read. */
  count: number
  /** The most bytes of one file. */
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
        /** A call that ends with an error of ours does not count. */
        faultsAreFree?: true
      }
    /** Like `calls`, but counted before the body is read. */
    | { requests: string }
    /** Calls with an unknown link; those with a known one are counted separately. */
    | { links: string }
    /** What the form stores, and what it refuses. */
    | { form: string }
  /** The most bytes of its body, if not the usual number. */
  maxBytes?: number
  /** What a multipart body may bring; `body` are its texts. The handler reads it. */
  files?: UploadRules
  /** The page whose form browsers without scripts post, at the page's own address; that page is the answer. */
  page?: FormPage
  /** Takes what a plain HTML form sends, without being the form of a page. */
  takesForms?: true
  /**
   * Who may make it in a browser, if not our own pages. A call from anywhere reads no cookie and carries its own proof.
   * A GET that changes something is for our scripts only, not for links and pictures.
   */
  from?: 'anywhere' | 'our scripts'
  /** Left out of the API's document: no other program makes it. */
  hidden?: true
}

/** Refusals of every posted call, and of every call that asks a provider. */
export const posted = ['cross_site', 'too_large', 'invalid', 'rate_limited'] as const
export const ofProvider = ['provider_failed', 'provider_timeout'] as const

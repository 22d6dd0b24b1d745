/** Reads a stream of bytes in pieces of the length that the caller asks for. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns the next `count` bytes; undefined when fewer are left. Copies each byte once. */
  async take(count: number): Promise<Buffer | undefined> {
    const taken = Buffer.allocUnsafe(count)
    let filled = 0
    while (filled < count) {
      if (this.#held.length === 0) {
        const next = await this.#source.next()
        if (next.done) return undefined
        this.#held = next.value
      }
      const piece = this.#held.subarray(0, count - filled)
      taken.set(piece, filled)
      filled += piece.length
      this.#held = this.#held.subarray(piece.length)
    }
    return taken
  }

  /** Yields what is left. */
  async *rest(): AsyncGenerator<Uint8Array> {
    yield this.#held
    for (let next = await this.#source.next(); !next.done; next = await this.#source.next()) yield next.value
  }

  /** Closes the source. Needed after an error, and when the caller stops before the end. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }
}

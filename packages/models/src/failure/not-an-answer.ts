/** A server said that all is well and sent something else than an answer, such as a page to sign in. */
export class NotAnAnswer extends Error {
  override readonly name = "NotAnAnswer";
  /** Read as an error of the provider is. */
  readonly responseBody: string;

  constructor(contentType: string, responseBody: string) {
    super(`${contentType} came in place of an answer`);
    this.responseBody = responseBody;
  }
}

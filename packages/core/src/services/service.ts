/**
 * A name for something the host provides to tools. `Name` is the key it has in a tool's context;
 * `Service` is what stands there.
 */
export interface ServiceToken<Name extends string = string, Service = unknown> {
  readonly name: Name;
  /** Carries the type only; never present at run time. */
  readonly _service?: Service;
}

export function defineService<Service>() {
  return <Name extends string>(name: Name): ServiceToken<Name, Service> => Object.freeze({ name });
}

/** The part of a tool's context that its `needs` give. */
export type ServicesOf<Needs extends readonly ServiceToken[]> = {
  readonly [Token in Needs[number] as Token["name"]]: Token extends ServiceToken<string, infer Service>
    ? Service
    : never;
};

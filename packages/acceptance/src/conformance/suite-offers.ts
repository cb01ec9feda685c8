import { value } from "@wield/core";
import type { Offers, PromptSource, ResourceSource } from "@wield/mcp";
import { PIXEL_BASE64 } from "./suite-tools.ts";

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

const resources: ResourceSource = {
  templates: [{ uriTemplate: "test://template/{id}/data", name: "template", mimeType: "application/json" }],
  list: async () => [
    { uri: "test://static-text", name: "static text", mimeType: "text/plain" },
    { uri: "test://static-binary", name: "static picture", mimeType: "image/png" },
  ],
  read: async (uri) => {
    if (uri === "test://static-text") {
      const text = "This is the content of the static text resource.";
      return value({ contents: [{ uri, mimeType: "text/plain", text }] });
    }
    if (uri === "test://static-binary")
      return value({ contents: [{ uri, mimeType: "image/png", blob: PIXEL_BASE64 }] });
    const id = TEMPLATE.exec(uri)?.[1];
    if (id === undefined) return undefined;
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return value({ contents: [{ uri, mimeType: "application/json", text }] });
  },
};

const argument = (name: string) => ({ name, description: `the ${name}`, required: true });

const prompts: PromptSource = {
  list: async () => [
    { name: "test_simple_prompt", description: "One message." },
    {
      name: "test_prompt_with_arguments",
      description: "Uses its arguments.",
      arguments: [argument("arg1"), argument("arg2")],
    },
    {
      name: "test_prompt_with_embedded_resource",
      description: "Holds a resource.",
      arguments: [argument("resourceUri")],
    },
    { name: "test_prompt_with_image", description: "Holds a picture." },
  ],
  get: async (name, values) => {
    switch (name) {
      case "test_simple_prompt":
        return said("This is a simple prompt for testing.");
      case "test_prompt_with_arguments":
        return said(`Prompt with arguments: arg1='${values["arg1"]}', arg2='${values["arg2"]}'`);
      case "test_prompt_with_embedded_resource":
        return value({
          messages: [
            {
              role: "user" as const,
              content: {
                type: "resource" as const,
                resource: {
                  uri: values["resourceUri"] ?? "",
                  mimeType: "text/plain",
                  text: "Embedded resource content for testing.",
                },
              },
            },
            textMessage("Please process the embedded resource above."),
          ],
        });
      case "test_prompt_with_image":
        return value({
          messages: [
            {
              role: "user" as const,
              content: { type: "image" as const, mimeType: "image/png", data: PIXEL_BASE64 },
            },
            textMessage("Please analyze the image above."),
          ],
        });
      default:
        return undefined;
    }
  },
};

/** The resources and prompts that the suite names. */
export const suiteOffers: Offers = { resources: [resources], prompts: [prompts] };

function textMessage(text: string) {
  return { role: "user" as const, content: { type: "text" as const, text } };
}

function said(text: string) {
  return value({ messages: [textMessage(text)] });
}

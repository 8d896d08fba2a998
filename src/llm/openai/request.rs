//! A request in the API's own types, and what is left out of it where a server complains.

use async_openai::types::chat::{
    ChatCompletionRequestAssistantMessageArgs, ChatCompletionRequestMessage,
    ChatCompletionRequestSystemMessage, ChatCompletionRequestUserMessage, ChatCompletionStreamOptions,
    CreateChatCompletionRequest, ResponseFormat, StopConfiguration,
};

use crate::{ChatRequest, Message, Role, Sampling};

/// The request in the API's own types.
#[expect(deprecated, reason = "the servers that are compatible with OpenAI know these names best")]
pub(super) fn body(model: &str, request: ChatRequest) -> CreateChatCompletionRequest {
    let Sampling { top_p, presence_penalty, frequency_penalty, seed, stop } = request.sampling;
    CreateChatCompletionRequest {
        model: model.to_owned(),
        messages: request.messages.into_iter().map(message).collect(),
        temperature: Some(request.temperature),
        max_tokens: request.max_tokens,
        top_p,
        presence_penalty,
        frequency_penalty,
        seed,
        stop: (!stop.is_empty()).then_some(StopConfiguration::StringArray(stop)),
        logprobs: request.logprobs.then_some(true),
        top_logprobs: request.logprobs.then_some(5),
        response_format: request.json.then_some(ResponseFormat::JsonObject),
        stream: Some(true),
        stream_options: Some(ChatCompletionStreamOptions {
            include_usage: Some(true),
            include_obfuscation: None,
        }),
        ..CreateChatCompletionRequest::default()
    }
}

fn message(message: Message) -> ChatCompletionRequestMessage {
    match message.role {
        Role::System => ChatCompletionRequestSystemMessage::from(message.content).into(),
        Role::User => ChatCompletionRequestUserMessage::from(message.content).into(),
        Role::Assistant => ChatCompletionRequestAssistantMessageArgs::default()
            .content(message.content)
            .build()
            .unwrap_or_default()
            .into(),
    }
}

/// Takes out of the request what the server complains about, if it can do without. Older servers refuse fields they
/// do not know; some models take no temperature or want the limit under another name. Each field goes once.
#[expect(deprecated, reason = "`max_tokens` is replaced here by its successor where a server asks for it")]
pub(super) fn drop_what_is_not_supported(body: &mut CreateChatCompletionRequest, complaint: &str) -> bool {
    if complaint.contains("logprobs") && body.logprobs.take().is_some() {
        body.top_logprobs = None;
        return true;
    }
    if complaint.contains("stream_options") && body.stream_options.take().is_some() {
        return true;
    }
    if complaint.contains("response_format") && body.response_format.take().is_some() {
        return true;
    }
    if complaint.contains("temperature") && body.temperature.take().is_some() {
        return true;
    }
    if complaint.contains("max_tokens")
        && let Some(limit) = body.max_tokens.take()
    {
        body.max_completion_tokens = complaint.contains("max_completion_tokens").then_some(limit);
        return true;
    }
    false
}

# Written by `npm run client` from the OpenAPI document; do not change it by hand.
from collections.abc import Iterator, Mapping
from typing import Literal, Union, cast

from . import types as t
from .transport import Event, FormValue, Transport


class Operations(Transport):
    """A method for each operation of the API. What is no success raises ApiError."""

    def accept_annex_edit(
        self,
        *,
        id: str,
        annex_id: str,
        body: t.AcceptAnnexEditBody,
    ) -> t.AcceptAnnexEditReply:
        """Apply an edit, or some of its changes, to the plan"""
        return cast(t.AcceptAnnexEditReply, self._call("POST", "/k12/plans/{id}/annexes/{annex_id}/accept", {"id": id, "annex_id": annex_id}, {}, body=body))

    def allow_storage_events(
        self,
    ) -> t.AllowStorageEventsReply:
        """Answer the handshake of a CloudEvents webhook"""
        return cast(t.AllowStorageEventsReply, self._call("OPTIONS", "/api/v2/upload/event-feed", {}, {}))

    def approve_agent_call(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> t.ApproveAgentCallReply:
        """Approve the tool call that a turn waits for"""
        return cast(t.ApproveAgentCallReply, self._call("POST", "/ai/{domain}/agents/{slug}/runs/{runId}/approve", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def approve_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
        body: t.ApproveTapTaggingSuggestionsRunBody,
    ) -> t.ApproveTapTaggingSuggestionsRunReply:
        """Approve the step that a run waits for: Tagging suggestions"""
        return cast(t.ApproveTapTaggingSuggestionsRunReply, self._call("POST", "/ai/tap/workflows/tagging-suggestions/runs/{runId}/approve", {"runId": run_id}, {}, body=body))

    def ask_about_cost_report(
        self,
        *,
        body: t.AskAboutCostReportBody,
    ) -> t.AskAboutCostReportReply:
        """Ask about a cost report"""
        return cast(t.AskAboutCostReportReply, self._call("POST", "/sdac/chat", {}, {}, body=body))

    def stream_ask_about_cost_report(
        self,
        *,
        body: t.AskAboutCostReportBody,
    ) -> Iterator[Union[Event[Literal["metadata"], t.AskAboutCostReportMetadataData], Event[Literal["tool-start"], t.AskAboutCostReportToolStartData], Event[Literal["tool-result"], t.AskAboutCostReportToolResultData], Event[Literal["delta"], t.AskAboutCostReportDeltaData], Event[Literal["usage"], t.AskAboutCostReportUsageData], Event[Literal["error"], t.AskAboutCostReportErrorData], Event[Literal["done"], t.AskAboutCostReportDoneData]]]:
        """Ask about a cost report"""
        return cast(Iterator[Union[Event[Literal["metadata"], t.AskAboutCostReportMetadataData], Event[Literal["tool-start"], t.AskAboutCostReportToolStartData], Event[Literal["tool-result"], t.AskAboutCostReportToolResultData], Event[Literal["delta"], t.AskAboutCostReportDeltaData], Event[Literal["usage"], t.AskAboutCostReportUsageData], Event[Literal["error"], t.AskAboutCostReportErrorData], Event[Literal["done"], t.AskAboutCostReportDoneData]]], self._stream("POST", "/sdac/chat", {}, {}, body=body))

    def ask_about_widget_report(
        self,
        *,
        body: t.AskAboutWidgetReportBody,
    ) -> t.AskAboutWidgetReportReply:
        """Ask about a cost report"""
        return cast(t.AskAboutWidgetReportReply, self._call("POST", "/widget/api/ingestion/sdac/chat", {}, {}, body=body))

    def stream_ask_about_widget_report(
        self,
        *,
        body: t.AskAboutWidgetReportBody,
    ) -> Iterator[Union[Event[Literal["metadata"], t.AskAboutWidgetReportMetadataData], Event[Literal["tool-start"], t.AskAboutWidgetReportToolStartData], Event[Literal["tool-result"], t.AskAboutWidgetReportToolResultData], Event[Literal["delta"], t.AskAboutWidgetReportDeltaData], Event[Literal["usage"], t.AskAboutWidgetReportUsageData], Event[Literal["error"], t.AskAboutWidgetReportErrorData], Event[Literal["done"], t.AskAboutWidgetReportDoneData]]]:
        """Ask about a cost report"""
        return cast(Iterator[Union[Event[Literal["metadata"], t.AskAboutWidgetReportMetadataData], Event[Literal["tool-start"], t.AskAboutWidgetReportToolStartData], Event[Literal["tool-result"], t.AskAboutWidgetReportToolResultData], Event[Literal["delta"], t.AskAboutWidgetReportDeltaData], Event[Literal["usage"], t.AskAboutWidgetReportUsageData], Event[Literal["error"], t.AskAboutWidgetReportErrorData], Event[Literal["done"], t.AskAboutWidgetReportDoneData]]], self._stream("POST", "/widget/api/ingestion/sdac/chat", {}, {}, body=body))

    def ask_agent(
        self,
        *,
        domain: str,
        slug: str,
        body: t.AskAgentBody,
    ) -> t.AskAgentReply:
        """Ask an agent"""
        return cast(t.AskAgentReply, self._call("POST", "/ai/{domain}/agents/{slug}/generate", {"domain": domain, "slug": slug}, {}, body=body))

    def ask_documentation(
        self,
        *,
        body: t.AskDocumentationBody,
    ) -> t.AskDocumentationReply:
        """Ask the documentation assistant"""
        return cast(t.AskDocumentationReply, self._call("POST", "/docs/chat", {}, {}, body=body))

    def can_mint_widget_token(
        self,
    ) -> t.CanMintWidgetTokenReply:
        """List the missing settings for test tokens"""
        return cast(t.CanMintWidgetTokenReply, self._call("GET", "/api/dashboard/widget-token", {}, {}))

    def cancel_agent_run(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> t.CancelAgentRunReply:
        """Cancel a turn"""
        return cast(t.CancelAgentRunReply, self._call("POST", "/ai/{domain}/agents/{slug}/runs/{runId}/cancel", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def cancel_any_run(
        self,
        *,
        run_id: str,
    ) -> t.CancelAnyRunReply:
        """Cancel a run in progress"""
        return cast(t.CancelAnyRunReply, self._call("POST", "/api/v2/runs/{run_id}/cancel", {"run_id": run_id}, {}))

    def cancel_reasoning(
        self,
        *,
        run_id: str,
    ) -> t.CancelReasoningReply:
        """Cancel an analysis in progress"""
        return cast(t.CancelReasoningReply, self._call("POST", "/reasoning-engine/workflows/main/runs/{runId}/cancel", {"runId": run_id}, {}))

    def cancel_rebuild(
        self,
        *,
        run_id: str,
    ) -> t.CancelRebuildReply:
        """Cancel a rebuild in progress"""
        return cast(t.CancelRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/cancel", {"runId": run_id}, {}))

    def cancel_replay(
        self,
        *,
        run_id: str,
    ) -> t.CancelReplayReply:
        """Cancel a replay; copied records remain"""
        return cast(t.CancelReplayReply, self._call("POST", "/admin/replay/{run_id}/cancel", {"run_id": run_id}, {}))

    def cancel_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
    ) -> t.CancelTapTaggingSuggestionsRunReply:
        """Cancel a run in progress: Tagging suggestions"""
        return cast(t.CancelTapTaggingSuggestionsRunReply, self._call("POST", "/ai/tap/workflows/tagging-suggestions/runs/{runId}/cancel", {"runId": run_id}, {}))

    def cancel_upload(
        self,
        *,
        upload_id: str,
    ) -> t.CancelUploadReply:
        """Cancel an upload in progress"""
        return cast(t.CancelUploadReply, self._call("POST", "/api/v2/upload/{upload_id}/cancel", {"upload_id": upload_id}, {}))

    def change_index_from_json(
        self,
        *,
        body: t.ChangeIndexFromJsonBody,
    ) -> t.ChangeIndexFromJsonReply:
        """Create or update an index"""
        return cast(t.ChangeIndexFromJsonReply, self._call("POST", "/api/v2/search/indexes/from-json", {}, {}, body=body))

    def change_index_from_yaml(
        self,
        *,
        form: Mapping[str, FormValue],
    ) -> t.ChangeIndexFromYamlReply:
        """Create an index from a YAML file"""
        return cast(t.ChangeIndexFromYamlReply, self._call("POST", "/api/v2/search/indexes/from-yaml", {}, {}, form=form))

    def change_webhook(
        self,
        *,
        id: str,
        body: t.ChangeWebhookBody,
    ) -> t.ChangeWebhookReply:
        """Change a webhook endpoint"""
        return cast(t.ChangeWebhookReply, self._call("PATCH", "/api/v2/webhooks/{id}", {"id": id}, {}, body=body))

    def clear_index(
        self,
        *,
        alias_or_name: str,
        dry_run: Literal["true", "false"] | None = None,
    ) -> t.ClearIndexReply:
        """Delete all documents of an index"""
        return cast(t.ClearIndexReply, self._call("POST", "/api/v2/search/indexes/clear/{alias_or_name}", {"alias_or_name": alias_or_name}, {"dry_run": dry_run}))

    def correct_cost_report_layout(
        self,
        *,
        report_id: str,
        body: t.CorrectCostReportLayoutBody,
    ) -> t.CorrectCostReportLayoutReply:
        """Correct the layout of a report and check it again"""
        return cast(t.CorrectCostReportLayoutReply, self._call("PUT", "/sdac/reports/{report_id}/layout", {"report_id": report_id}, {}, body=body))

    def correct_widget_report_layout(
        self,
        *,
        report_id: str,
        body: t.CorrectWidgetReportLayoutBody,
    ) -> t.CorrectWidgetReportLayoutReply:
        """Correct the layout of a report and check it again"""
        return cast(t.CorrectWidgetReportLayoutReply, self._call("PUT", "/widget/api/runtime/sdac/reports/{report_id}/layout", {"report_id": report_id}, {}, body=body))

    def create_all_indexes(
        self,
    ) -> t.CreateAllIndexesReply:
        """Create every configured index that is missing"""
        return cast(t.CreateAllIndexesReply, self._call("POST", "/api/v2/search/indexes/create-all", {}, {}))

    def create_chat_completion(
        self,
        *,
        body: t.CreateChatCompletionBody,
    ) -> t.CreateChatCompletionReply:
        """Answer from the documents, for OpenAI clients"""
        return cast(t.CreateChatCompletionReply, self._call("POST", "/v1/chat/completions", {}, {}, body=body))

    def stream_create_chat_completion(
        self,
        *,
        body: t.CreateChatCompletionBody,
    ) -> Iterator[Event[Literal["message"], t.CreateChatCompletionMessageData]]:
        """Answer from the documents, for OpenAI clients"""
        return cast(Iterator[Event[Literal["message"], t.CreateChatCompletionMessageData]], self._stream("POST", "/v1/chat/completions", {}, {}, body=body))

    def create_index_of_alias(
        self,
        *,
        alias: str,
    ) -> t.CreateIndexOfAliasReply:
        """Create the configured index of an alias"""
        return cast(t.CreateIndexOfAliasReply, self._call("POST", "/api/v2/search/indexes/create/{alias}", {"alias": alias}, {}))

    def create_run_tap_tagging_suggestions(
        self,
        *,
        body: t.CreateRunTapTaggingSuggestionsBody,
    ) -> t.CreateRunTapTaggingSuggestionsReply:
        """Start a run and return only its ID: Tagging suggestions"""
        return cast(t.CreateRunTapTaggingSuggestionsReply, self._call("POST", "/ai/tap/workflows/tagging-suggestions/create-run", {}, {}, body=body))

    def create_webhook(
        self,
        *,
        body: t.CreateWebhookBody,
    ) -> t.CreateWebhookReply:
        """Create a webhook endpoint"""
        return cast(t.CreateWebhookReply, self._call("POST", "/api/v2/webhooks", {}, {}, body=body))

    def cut_over_rebuild(
        self,
        *,
        run_id: str,
        body: t.CutOverRebuildBody,
    ) -> t.CutOverRebuildReply:
        """Switch searches to the new build"""
        return cast(t.CutOverRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/cut-over", {"runId": run_id}, {}, body=body))

    def decide_any_run(
        self,
        *,
        run_id: str,
        body: t.DecideAnyRunBody,
    ) -> t.DecideAnyRunReply:
        """Answer the question that a run waits for"""
        return cast(t.DecideAnyRunReply, self._call("POST", "/api/v2/runs/{run_id}/decide", {"run_id": run_id}, {}, body=body))

    def delete_conversation(
        self,
        *,
        conversation_id: str,
    ) -> t.DeleteConversationReply:
        """Delete a conversation permanently"""
        return cast(t.DeleteConversationReply, self._call("DELETE", "/api/v2/chat/conversations/{conversation_id}", {"conversation_id": conversation_id}, {}))

    def delete_conversations(
        self,
    ) -> t.DeleteConversationsReply:
        """Delete all your conversations permanently"""
        return cast(t.DeleteConversationsReply, self._call("DELETE", "/api/v2/chat/conversations", {}, {}))

    def delete_cost_report(
        self,
        *,
        report_id: str,
    ) -> t.DeleteCostReportReply:
        """Delete a report permanently"""
        return cast(t.DeleteCostReportReply, self._call("DELETE", "/sdac/reports/{report_id}", {"report_id": report_id}, {}))

    def delete_index(
        self,
        *,
        alias_or_name: str,
        dry_run: Literal["true", "false"] | None = None,
    ) -> t.DeleteIndexReply:
        """Delete an index with all its documents"""
        return cast(t.DeleteIndexReply, self._call("DELETE", "/api/v2/search/indexes/{alias_or_name}", {"alias_or_name": alias_or_name}, {"dry_run": dry_run}))

    def delete_upload(
        self,
        *,
        upload_id: str,
    ) -> t.DeleteUploadReply:
        """Delete an upload with its document and chunks"""
        return cast(t.DeleteUploadReply, self._call("DELETE", "/api/v2/upload/{upload_id}", {"upload_id": upload_id}, {}))

    def delete_webhook(
        self,
        *,
        id: str,
    ) -> t.DeleteWebhookReply:
        """Delete a webhook endpoint and its pending messages"""
        return cast(t.DeleteWebhookReply, self._call("DELETE", "/api/v2/webhooks/{id}", {"id": id}, {}))

    def delete_widget_report(
        self,
        *,
        report_id: str,
    ) -> t.DeleteWidgetReportReply:
        """Delete a report permanently"""
        return cast(t.DeleteWidgetReportReply, self._call("DELETE", "/widget/api/runtime/sdac/reports/{report_id}", {"report_id": report_id}, {}))

    def discard_dead_letters(
        self,
        *,
        body: t.DiscardDeadLettersBody,
    ) -> t.DiscardDeadLettersReply:
        """Discard dead letters; they remain readable"""
        return cast(t.DiscardDeadLettersReply, self._call("POST", "/admin/dlq/discard", {}, {}, body=body))

    def discard_rebuild(
        self,
        *,
        run_id: str,
    ) -> t.DiscardRebuildReply:
        """Delete the build that is not live"""
        return cast(t.DiscardRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/discard", {"runId": run_id}, {}))

    def download_upload(
        self,
        *,
        upload_id: str,
    ) -> t.DownloadUploadReply:
        """Download the uploaded file"""
        return cast(t.DownloadUploadReply, self._call("GET", "/api/v2/upload/{upload_id}/file", {"upload_id": upload_id}, {}))

    def embed_again(
        self,
        *,
        body: t.EmbedAgainBody,
    ) -> t.EmbedAgainReply:
        """Re-embed all documents of an index after a change of the embedding model"""
        return cast(t.EmbedAgainReply, self._call("POST", "/api/v2/upload/embed-again", {}, {}, body=body))

    def execute_tool(
        self,
        *,
        tool_id: str,
        body: t.ExecuteToolBody,
    ) -> t.ExecuteToolReply:
        """Call a tool by its ID"""
        return cast(t.ExecuteToolReply, self._call("POST", "/ai/api/tools/{tool_id}/execute", {"tool_id": tool_id}, {}, body=body))

    def flexible_chat(
        self,
        *,
        body: t.FlexibleChatBody,
    ) -> t.FlexibleChatReply:
        """Answer the latest turn of a conversation from the documents"""
        return cast(t.FlexibleChatReply, self._call("POST", "/api/v2/flexible-chat", {}, {}, body=body))

    def stream_flexible_chat(
        self,
        *,
        body: t.FlexibleChatBody,
    ) -> Iterator[Union[Event[Literal["message"], t.FlexibleChatMessageData], Event[Literal["done"], t.FlexibleChatDoneData], Event[Literal["error"], t.FlexibleChatErrorData]]]:
        """Answer the latest turn of a conversation from the documents"""
        return cast(Iterator[Union[Event[Literal["message"], t.FlexibleChatMessageData], Event[Literal["done"], t.FlexibleChatDoneData], Event[Literal["error"], t.FlexibleChatErrorData]]], self._stream("POST", "/api/v2/flexible-chat", {}, {}, body=body))

    def flexible_chat_underscored(
        self,
        *,
        body: t.FlexibleChatUnderscoredBody,
    ) -> t.FlexibleChatUnderscoredReply:
        """Answer the latest turn of a conversation from the documents (other spelling)"""
        return cast(t.FlexibleChatUnderscoredReply, self._call("POST", "/api/v2/flexible_chat", {}, {}, body=body))

    def stream_flexible_chat_underscored(
        self,
        *,
        body: t.FlexibleChatUnderscoredBody,
    ) -> Iterator[Union[Event[Literal["message"], t.FlexibleChatUnderscoredMessageData], Event[Literal["done"], t.FlexibleChatUnderscoredDoneData], Event[Literal["error"], t.FlexibleChatUnderscoredErrorData]]]:
        """Answer the latest turn of a conversation from the documents (other spelling)"""
        return cast(Iterator[Union[Event[Literal["message"], t.FlexibleChatUnderscoredMessageData], Event[Literal["done"], t.FlexibleChatUnderscoredDoneData], Event[Literal["error"], t.FlexibleChatUnderscoredErrorData]]], self._stream("POST", "/api/v2/flexible_chat", {}, {}, body=body))

    def flexible_chat_with_images(
        self,
        *,
        body: t.FlexibleChatWithImagesBody,
    ) -> t.FlexibleChatWithImagesReply:
        """Answer a conversation with images"""
        return cast(t.FlexibleChatWithImagesReply, self._call("POST", "/api/v2/flexible-chat-mm", {}, {}, body=body))

    def flexible_rag(
        self,
        *,
        body: t.FlexibleRagBody,
    ) -> t.FlexibleRagReply:
        """Answer one question from the documents"""
        return cast(t.FlexibleRagReply, self._call("POST", "/api/v2/flexible-rag", {}, {}, body=body))

    def stream_flexible_rag(
        self,
        *,
        body: t.FlexibleRagBody,
    ) -> Iterator[Union[Event[Literal["message"], t.FlexibleRagMessageData], Event[Literal["done"], t.FlexibleRagDoneData], Event[Literal["error"], t.FlexibleRagErrorData]]]:
        """Answer one question from the documents"""
        return cast(Iterator[Union[Event[Literal["message"], t.FlexibleRagMessageData], Event[Literal["done"], t.FlexibleRagDoneData], Event[Literal["error"], t.FlexibleRagErrorData]]], self._stream("POST", "/api/v2/flexible-rag", {}, {}, body=body))

    def flexible_rag_query(
        self,
        *,
        body: t.FlexibleRagQueryBody,
    ) -> t.FlexibleRagQueryReply:
        """Answer one question from the documents (other path)"""
        return cast(t.FlexibleRagQueryReply, self._call("POST", "/api/v2/flexible-rag/query", {}, {}, body=body))

    def stream_flexible_rag_query(
        self,
        *,
        body: t.FlexibleRagQueryBody,
    ) -> Iterator[Union[Event[Literal["message"], t.FlexibleRagQueryMessageData], Event[Literal["done"], t.FlexibleRagQueryDoneData], Event[Literal["error"], t.FlexibleRagQueryErrorData]]]:
        """Answer one question from the documents (other path)"""
        return cast(Iterator[Union[Event[Literal["message"], t.FlexibleRagQueryMessageData], Event[Literal["done"], t.FlexibleRagQueryDoneData], Event[Literal["error"], t.FlexibleRagQueryErrorData]]], self._stream("POST", "/api/v2/flexible-rag/query", {}, {}, body=body))

    def flexible_rag_underscored(
        self,
        *,
        body: t.FlexibleRagUnderscoredBody,
    ) -> t.FlexibleRagUnderscoredReply:
        """Answer one question from the documents (other spelling)"""
        return cast(t.FlexibleRagUnderscoredReply, self._call("POST", "/api/v2/flexible_rag", {}, {}, body=body))

    def stream_flexible_rag_underscored(
        self,
        *,
        body: t.FlexibleRagUnderscoredBody,
    ) -> Iterator[Union[Event[Literal["message"], t.FlexibleRagUnderscoredMessageData], Event[Literal["done"], t.FlexibleRagUnderscoredDoneData], Event[Literal["error"], t.FlexibleRagUnderscoredErrorData]]]:
        """Answer one question from the documents (other spelling)"""
        return cast(Iterator[Union[Event[Literal["message"], t.FlexibleRagUnderscoredMessageData], Event[Literal["done"], t.FlexibleRagUnderscoredDoneData], Event[Literal["error"], t.FlexibleRagUnderscoredErrorData]]], self._stream("POST", "/api/v2/flexible_rag", {}, {}, body=body))

    def flexible_rag_with_images(
        self,
        *,
        body: t.FlexibleRagWithImagesBody,
    ) -> t.FlexibleRagWithImagesReply:
        """Answer one question with images"""
        return cast(t.FlexibleRagWithImagesReply, self._call("POST", "/api/v2/flexible-rag-mm", {}, {}, body=body))

    def follow_agent_run(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> t.FollowAgentRunReply:
        """Stream the changes of a turn"""
        return cast(t.FollowAgentRunReply, self._call("GET", "/ai/{domain}/agents/{slug}/runs/{runId}/events", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def stream_follow_agent_run(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> Iterator[Event[Literal["run"], t.FollowAgentRunRunData]]:
        """Stream the changes of a turn"""
        return cast(Iterator[Event[Literal["run"], t.FollowAgentRunRunData]], self._stream("GET", "/ai/{domain}/agents/{slug}/runs/{runId}/events", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def follow_any_run(
        self,
        *,
        run_id: str,
    ) -> t.FollowAnyRunReply:
        """Stream the changes of a run"""
        return cast(t.FollowAnyRunReply, self._call("GET", "/api/v2/runs/{run_id}/events", {"run_id": run_id}, {}))

    def stream_follow_any_run(
        self,
        *,
        run_id: str,
    ) -> Iterator[Event[Literal["run"], t.FollowAnyRunRunData]]:
        """Stream the changes of a run"""
        return cast(Iterator[Event[Literal["run"], t.FollowAnyRunRunData]], self._stream("GET", "/api/v2/runs/{run_id}/events", {"run_id": run_id}, {}))

    def follow_reasoning(
        self,
        *,
        run_id: str,
    ) -> t.FollowReasoningReply:
        """Stream the steps of an analysis"""
        return cast(t.FollowReasoningReply, self._call("GET", "/reasoning-engine/workflows/main/runs/{runId}/events", {"runId": run_id}, {}))

    def stream_follow_reasoning(
        self,
        *,
        run_id: str,
    ) -> Iterator[Union[Event[Literal["step"], t.FollowReasoningStepData], Event[Literal["done"], t.FollowReasoningDoneData]]]:
        """Stream the steps of an analysis"""
        return cast(Iterator[Union[Event[Literal["step"], t.FollowReasoningStepData], Event[Literal["done"], t.FollowReasoningDoneData]]], self._stream("GET", "/reasoning-engine/workflows/main/runs/{runId}/events", {"runId": run_id}, {}))

    def follow_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
    ) -> t.FollowTapTaggingSuggestionsRunReply:
        """Stream the changes of a run: Tagging suggestions"""
        return cast(t.FollowTapTaggingSuggestionsRunReply, self._call("GET", "/ai/tap/workflows/tagging-suggestions/runs/{runId}/events", {"runId": run_id}, {}))

    def stream_follow_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
    ) -> Iterator[Event[Literal["run"], t.FollowTapTaggingSuggestionsRunRunData]]:
        """Stream the changes of a run: Tagging suggestions"""
        return cast(Iterator[Event[Literal["run"], t.FollowTapTaggingSuggestionsRunRunData]], self._stream("GET", "/ai/tap/workflows/tagging-suggestions/runs/{runId}/events", {"runId": run_id}, {}))

    def follow_upload(
        self,
        *,
        upload_id: str,
    ) -> t.FollowUploadReply:
        """Stream the changes of an upload"""
        return cast(t.FollowUploadReply, self._call("GET", "/api/v2/upload/status/{upload_id}/events", {"upload_id": upload_id}, {}))

    def stream_follow_upload(
        self,
        *,
        upload_id: str,
    ) -> Iterator[Event[Literal["status"], t.FollowUploadStatusData]]:
        """Stream the changes of an upload"""
        return cast(Iterator[Event[Literal["status"], t.FollowUploadStatusData]], self._stream("GET", "/api/v2/upload/status/{upload_id}/events", {"upload_id": upload_id}, {}))

    def get_admin_routes(
        self,
    ) -> t.GetAdminRoutesReply:
        """List the routes of the domain admin"""
        return cast(t.GetAdminRoutesReply, self._call("GET", "/admin/routes.json", {}, {}))

    def get_agent_case(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> t.GetAgentCaseReply:
        """Get a turn as an evaluation case"""
        return cast(t.GetAgentCaseReply, self._call("GET", "/ai/{domain}/agents/{slug}/runs/{runId}/case", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def get_agent_control(
        self,
    ) -> t.GetAgentControlReply:
        """Preview what a seed writes"""
        return cast(t.GetAgentControlReply, self._call("GET", "/setup/db/agents/control", {}, {}))

    def get_agent_run(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> t.GetAgentRunReply:
        """Get a turn of an agent"""
        return cast(t.GetAgentRunReply, self._call("GET", "/ai/{domain}/agents/{slug}/runs/{runId}", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def get_annex(
        self,
        *,
        id: str,
        annex_id: str,
    ) -> t.GetAnnexReply:
        """Get an annex of a plan"""
        return cast(t.GetAnnexReply, self._call("GET", "/k12/plans/{id}/annexes/{annex_id}", {"id": id, "annex_id": annex_id}, {}))

    def get_annex_edit(
        self,
        *,
        request_id: str,
    ) -> t.GetAnnexEditReply:
        """Get an edit with its changes"""
        return cast(t.GetAnnexEditReply, self._call("GET", "/k12/annex-edits/{request_id}", {"request_id": request_id}, {}))

    def get_annotated_workbook(
        self,
        *,
        report_id: str,
        lang: str | None = None,
    ) -> t.GetAnnotatedWorkbookReply:
        """Download the workbook with its findings as cell comments"""
        return cast(t.GetAnnotatedWorkbookReply, self._call("GET", "/sdac/reports/{report_id}/workbook", {"report_id": report_id}, {"lang": lang}))

    def get_any_run(
        self,
        *,
        run_id: str,
    ) -> t.GetAnyRunReply:
        """Get a run and its usage"""
        return cast(t.GetAnyRunReply, self._call("GET", "/api/v2/runs/{run_id}", {"run_id": run_id}, {}))

    def get_any_run_timeline(
        self,
        *,
        run_id: str,
    ) -> t.GetAnyRunTimelineReply:
        """Get the timeline of a run"""
        return cast(t.GetAnyRunTimelineReply, self._call("GET", "/api/v2/runs/{run_id}/timeline", {"run_id": run_id}, {}))

    def get_api_health_check(
        self,
    ) -> t.GetApiHealthCheckReply:
        """Check every dependency"""
        return cast(t.GetApiHealthCheckReply, self._call("GET", "/api/health/check", {}, {}))

    def get_api_health_live(
        self,
    ) -> t.GetApiHealthLiveReply:
        """Check that the process runs"""
        return cast(t.GetApiHealthLiveReply, self._call("GET", "/api/health/live", {}, {}))

    def get_api_health_ready(
        self,
    ) -> t.GetApiHealthReadyReply:
        """Check that log, database, blob store and index respond"""
        return cast(t.GetApiHealthReadyReply, self._call("GET", "/api/health/ready", {}, {}))

    def get_conversation(
        self,
        *,
        conversation_id: str,
        limit: str | None = None,
        before: str | None = None,
    ) -> t.GetConversationReply:
        """Get a conversation with its latest turns"""
        return cast(t.GetConversationReply, self._call("GET", "/api/v2/chat/conversations/{conversation_id}", {"conversation_id": conversation_id}, {"limit": limit, "before": before}))

    def get_conversation_context(
        self,
        *,
        conversation_id: str,
        turns: str | None = None,
        tokens: str | None = None,
    ) -> t.GetConversationContextReply:
        """Get the part of a conversation that is sent with its next question"""
        return cast(t.GetConversationContextReply, self._call("GET", "/api/v2/chat/conversations/{conversation_id}/context", {"conversation_id": conversation_id}, {"turns": turns, "tokens": tokens}))

    def get_cost_dashboard(
        self,
    ) -> t.GetCostDashboardReply:
        """Get statistics of reports"""
        return cast(t.GetCostDashboardReply, self._call("GET", "/api/dashboard/overview", {}, {}))

    def get_cost_findings(
        self,
        *,
        district_id: str,
        quarter: str | None = None,
        lang: str | None = None,
    ) -> t.GetCostFindingsReply:
        """Get the findings of a district by rule"""
        return cast(t.GetCostFindingsReply, self._call("GET", "/api/dashboard/findings", {}, {"district_id": district_id, "quarter": quarter, "lang": lang}))

    def get_cost_pools(
        self,
        *,
        district_id: str,
        quarter: str | None = None,
    ) -> t.GetCostPoolsReply:
        """Get the costs of a district by cost pool"""
        return cast(t.GetCostPoolsReply, self._call("GET", "/api/dashboard/pools", {}, {"district_id": district_id, "quarter": quarter}))

    def get_cost_quarters(
        self,
        *,
        district_id: str,
    ) -> t.GetCostQuartersReply:
        """Get the costs of a district by quarter"""
        return cast(t.GetCostQuartersReply, self._call("GET", "/api/dashboard/quarters", {}, {"district_id": district_id}))

    def get_cost_report(
        self,
        *,
        report_id: str,
        lang: str | None = None,
    ) -> t.GetCostReportReply:
        """Get a report with its findings"""
        return cast(t.GetCostReportReply, self._call("GET", "/sdac/reports/{report_id}", {"report_id": report_id}, {"lang": lang}))

    def get_cost_report_analysis(
        self,
        *,
        report_id: str,
    ) -> t.GetCostReportAnalysisReply:
        """Get the analysis status of a report, with its findings by severity"""
        return cast(t.GetCostReportAnalysisReply, self._call("GET", "/sdac/report-analysis/{report_id}/status", {"report_id": report_id}, {}))

    def get_cost_report_analysis_status(
        self,
        *,
        report_id: str,
    ) -> t.GetCostReportAnalysisStatusReply:
        """Get the progress of a report"""
        return cast(t.GetCostReportAnalysisStatusReply, self._call("GET", "/sdac/reports/{report_id}/analysis-status", {"report_id": report_id}, {}))

    def get_cost_report_cells(
        self,
        *,
        report_id: str,
        sheet: str,
        from_: int | None = None,
        count: int | None = None,
    ) -> t.GetCostReportCellsReply:
        """Get the rows of a sheet"""
        return cast(t.GetCostReportCellsReply, self._call("GET", "/sdac/reports/{report_id}/cells", {"report_id": report_id}, {"sheet": sheet, "from": from_, "count": count}))

    def get_cost_report_layout(
        self,
        *,
        report_id: str,
    ) -> t.GetCostReportLayoutReply:
        """Get the layout of a report: the detected columns"""
        return cast(t.GetCostReportLayoutReply, self._call("GET", "/sdac/reports/{report_id}/layout", {"report_id": report_id}, {}))

    def get_cost_report_session(
        self,
        *,
        session_id: str,
    ) -> t.GetCostReportSessionReply:
        """Get a review session and its report"""
        return cast(t.GetCostReportSessionReply, self._call("GET", "/sdac/sessions/{session_id}", {"session_id": session_id}, {}))

    def get_cost_report_summary(
        self,
        *,
        report_id: str,
    ) -> t.GetCostReportSummaryReply:
        """Get a report with its totals and layout"""
        return cast(t.GetCostReportSummaryReply, self._call("GET", "/sdac/report/{report_id}", {"report_id": report_id}, {}))

    def get_cost_report_upload(
        self,
        *,
        job_id: str,
    ) -> t.GetCostReportUploadReply:
        """Get the status of an upload"""
        return cast(t.GetCostReportUploadReply, self._call("GET", "/sdac/uploads/{job_id}/status", {"job_id": job_id}, {}))

    def get_dead_letter(
        self,
        *,
        id: str,
    ) -> t.GetDeadLetterReply:
        """Get a dead letter with its record, history and subject"""
        return cast(t.GetDeadLetterReply, self._call("GET", "/admin/dlq/{id}", {"id": id}, {}))

    def get_detailed_health(
        self,
    ) -> t.GetDetailedHealthReply:
        """Get every dependency with details for operators"""
        return cast(t.GetDetailedHealthReply, self._call("GET", "/admin/health/detailed", {}, {}))

    def get_example_document(
        self,
        *,
        name: str,
    ) -> t.GetExampleDocumentReply:
        """Download a sample document"""
        return cast(t.GetExampleDocumentReply, self._call("GET", "/api/v2/chat/examples/{name}", {"name": name}, {}))

    def get_feedback(
        self,
        *,
        user_id: str,
        limit: str | None = None,
        offset: str | None = None,
    ) -> t.GetFeedbackReply:
        """List the ratings of a user"""
        return cast(t.GetFeedbackReply, self._call("GET", "/api/v2/feedback", {}, {"user_id": user_id, "limit": limit, "offset": offset}))

    def get_feedback_by_id(
        self,
        *,
        id: str,
    ) -> t.GetFeedbackByIdReply:
        """Get the rating of a response"""
        return cast(t.GetFeedbackByIdReply, self._call("GET", "/api/v2/feedback/{id}", {"id": id}, {}))

    def get_feedback_cases_jsonl(
        self,
        *,
        rating: Literal["down", "neutral", "up", "all"] | None = None,
    ) -> t.GetFeedbackCasesJsonlReply:
        """Export rated questions as evaluation cases, one JSON object per line"""
        return cast(t.GetFeedbackCasesJsonlReply, self._call("GET", "/api/v2/feedback/cases.jsonl", {}, {"rating": rating}))

    def get_feedback_export_csv(
        self,
    ) -> t.GetFeedbackExportCsvReply:
        """Export all ratings as CSV (RFC 4180)"""
        return cast(t.GetFeedbackExportCsvReply, self._call("GET", "/api/v2/feedback/export.csv", {}, {}))

    def get_feedback_recent(
        self,
        *,
        limit: str | None = None,
    ) -> t.GetFeedbackRecentReply:
        """List the latest ratings"""
        return cast(t.GetFeedbackRecentReply, self._call("GET", "/api/v2/feedback/recent", {}, {"limit": limit}))

    def get_feedback_summary(
        self,
    ) -> t.GetFeedbackSummaryReply:
        """Get a summary of ratings"""
        return cast(t.GetFeedbackSummaryReply, self._call("GET", "/api/v2/feedback/summary", {}, {}))

    def get_feedback_ui(
        self,
    ) -> t.GetFeedbackUiReply:
        """Get the HTML page feedback"""
        return cast(t.GetFeedbackUiReply, self._call("GET", "/api/v2/feedback/ui", {}, {}))

    def get_health(
        self,
    ) -> t.GetHealthReply:
        """Check that the process runs"""
        return cast(t.GetHealthReply, self._call("GET", "/health", {}, {}))

    def get_health_check(
        self,
    ) -> t.GetHealthCheckReply:
        """Check every dependency; browsers get the page"""
        return cast(t.GetHealthCheckReply, self._call("GET", "/api/v2/health/check", {}, {}))

    def get_health_live(
        self,
    ) -> t.GetHealthLiveReply:
        """Check that the process runs"""
        return cast(t.GetHealthLiveReply, self._call("GET", "/health/live", {}, {}))

    def get_health_ready(
        self,
    ) -> t.GetHealthReadyReply:
        """Check that log, database, blob store and index respond"""
        return cast(t.GetHealthReadyReply, self._call("GET", "/health/ready", {}, {}))

    def get_health_service_health(
        self,
        *,
        test_services: Literal["true", "false"] | None = None,
    ) -> t.GetHealthServiceHealthReply:
        """Get a summary by dependency; test_services=false returns the last known states"""
        return cast(t.GetHealthServiceHealthReply, self._call("GET", "/api/v2/health/service-health", {}, {"test_services": test_services}))

    def get_ingestion(
        self,
    ) -> t.GetIngestionReply:
        """Get the state of the cost report worker"""
        return cast(t.GetIngestionReply, self._call("GET", "/ingestion", {}, {}))

    def get_ingestion_job(
        self,
        *,
        job_id: str,
    ) -> t.GetIngestionJobReply:
        """Get the status of an upload"""
        return cast(t.GetIngestionJobReply, self._call("GET", "/jobs/{job_id}", {"job_id": job_id}, {}))

    def get_ingestor(
        self,
        *,
        name: str,
    ) -> t.GetIngestorReply:
        """Get an ingestor"""
        return cast(t.GetIngestorReply, self._call("GET", "/api/ingestors/{name}", {"name": name}, {}))

    def get_k12_routes(
        self,
    ) -> t.GetK12RoutesReply:
        """List the routes of the domain k12"""
        return cast(t.GetK12RoutesReply, self._call("GET", "/k12/routes.json", {}, {}))

    def get_knowledge(
        self,
    ) -> t.GetKnowledgeReply:
        """Get the HTML page knowledge"""
        return cast(t.GetKnowledgeReply, self._call("GET", "/api/v2/knowledge", {}, {}))

    def get_knowledge_stats(
        self,
    ) -> t.GetKnowledgeStatsReply:
        """Get statistics of the knowledge base"""
        return cast(t.GetKnowledgeStatsReply, self._call("GET", "/api/v2/knowledge/stats", {}, {}))

    def get_knowledge_stats_csv(
        self,
    ) -> t.GetKnowledgeStatsCsvReply:
        """Export statistics by file as CSV (RFC 4180)"""
        return cast(t.GetKnowledgeStatsCsvReply, self._call("GET", "/api/v2/knowledge/stats.csv", {}, {}))

    def get_metrics(
        self,
    ) -> t.GetMetricsReply:
        """Get metrics in the Prometheus text format"""
        return cast(t.GetMetricsReply, self._call("GET", "/metrics", {}, {}))

    def get_open_api_document(
        self,
    ) -> t.GetOpenApiDocumentReply:
        """Get the OpenAPI document"""
        return cast(t.GetOpenApiDocumentReply, self._call("GET", "/api/v2/openapi.json", {}, {}))

    def get_plan(
        self,
        *,
        id: str,
    ) -> t.GetPlanReply:
        """Get a plan with its annexes and roles"""
        return cast(t.GetPlanReply, self._call("GET", "/k12/plans/{id}", {"id": id}, {}))

    def get_platform_health(
        self,
    ) -> t.GetPlatformHealthReply:
        """Get the overall health"""
        return cast(t.GetPlatformHealthReply, self._call("GET", "/api/v2/health", {}, {}))

    def get_prompts(
        self,
        *,
        json: str | None = None,
        prompt_id: str | None = None,
        prompt_type: Literal["system", "response", "experiment"] | None = None,
    ) -> t.GetPromptsReply:
        """Get the prompt repository: its page, or with json=true its content"""
        return cast(t.GetPromptsReply, self._call("GET", "/api/v2/prompts", {}, {"json": json, "prompt_id": prompt_id, "prompt_type": prompt_type}))

    def get_prompts_versions(
        self,
        *,
        type: Literal["system", "response", "experiment"],
        name: str,
    ) -> t.GetPromptsVersionsReply:
        """List the versions of a prompt, newest first"""
        return cast(t.GetPromptsVersionsReply, self._call("GET", "/api/v2/prompts/versions", {}, {"type": type, "name": name}))

    def get_reasoning_request(
        self,
        *,
        run_id: str,
    ) -> t.GetReasoningRequestReply:
        """Get the request of an analysis with the parsed numbers"""
        return cast(t.GetReasoningRequestReply, self._call("GET", "/reasoning-engine/workflows/main/runs/{runId}/request", {"runId": run_id}, {}))

    def get_reasoning_run(
        self,
        *,
        run_id: str,
    ) -> t.GetReasoningRunReply:
        """Get an analysis, with its findings once it is completed"""
        return cast(t.GetReasoningRunReply, self._call("GET", "/reasoning-engine/workflows/main/runs/{runId}", {"runId": run_id}, {}))

    def get_rebuild(
        self,
        *,
        run_id: str,
    ) -> t.GetRebuildReply:
        """Get a rebuild: its progress, and a comparison of the two builds"""
        return cast(t.GetRebuildReply, self._call("GET", "/admin/rebuilds/{runId}", {"runId": run_id}, {}))

    def get_reference_data(
        self,
        *,
        district_id: str,
    ) -> t.GetReferenceDataReply:
        """Get the reference data of a district"""
        return cast(t.GetReferenceDataReply, self._call("GET", "/sdac/sync", {}, {"district_id": district_id}))

    def get_replay(
        self,
        *,
        run_id: str,
    ) -> t.GetReplayReply:
        """Get the progress of a replay"""
        return cast(t.GetReplayReply, self._call("GET", "/admin/replay/{run_id}", {"run_id": run_id}, {}))

    def get_run_artifact(
        self,
        *,
        run_id: str,
        step: str,
        item: str,
    ) -> t.GetRunArtifactReply:
        """Get the result of an item of a run"""
        return cast(t.GetRunArtifactReply, self._call("GET", "/api/v2/runs/{run_id}/items/{step}/{item}/artifact", {"run_id": run_id, "step": step, "item": item}, {}))

    def get_run_call(
        self,
        *,
        run_id: str,
        call_id: str,
    ) -> t.GetRunCallReply:
        """Get a model call with its messages"""
        return cast(t.GetRunCallReply, self._call("GET", "/api/v2/runs/{run_id}/calls/{call_id}", {"run_id": run_id, "call_id": call_id}, {}))

    def get_sdac_routes(
        self,
    ) -> t.GetSdacRoutesReply:
        """List the routes of the domain sdac"""
        return cast(t.GetSdacRoutesReply, self._call("GET", "/sdac/routes.json", {}, {}))

    def get_search_admin(
        self,
    ) -> t.GetSearchAdminReply:
        """Get the HTML page search-admin"""
        return cast(t.GetSearchAdminReply, self._call("GET", "/api/v2/search-admin", {}, {}))

    def get_search_indexes_by_alias_or_name(
        self,
        *,
        alias_or_name: str,
    ) -> t.GetSearchIndexesByAliasOrNameReply:
        """Get the specification of an index"""
        return cast(t.GetSearchIndexesByAliasOrNameReply, self._call("GET", "/api/v2/search/indexes/{alias_or_name}", {"alias_or_name": alias_or_name}, {}))

    def get_settings(
        self,
    ) -> t.GetSettingsReply:
        """Get the settings in effect"""
        return cast(t.GetSettingsReply, self._call("GET", "/api/v2/settings", {}, {}))

    def get_settings_blob_status(
        self,
    ) -> t.GetSettingsBlobStatusReply:
        """Check that the blob store responds and the container exists"""
        return cast(t.GetSettingsBlobStatusReply, self._call("GET", "/api/v2/settings/blob-status", {}, {}))

    def get_settings_history(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.GetSettingsHistoryReply:
        """List changes of settings"""
        return cast(t.GetSettingsHistoryReply, self._call("GET", "/api/v2/settings/history", {}, {"page": page, "page_size": page_size}))

    def get_settings_ui(
        self,
    ) -> t.GetSettingsUiReply:
        """Get the HTML page settings"""
        return cast(t.GetSettingsUiReply, self._call("GET", "/api/v2/settings/ui", {}, {}))

    def get_setup(
        self,
    ) -> t.GetSetupReply:
        """List the tables of the database"""
        return cast(t.GetSetupReply, self._call("GET", "/setup/db", {}, {}))

    def get_setup_capabilities(
        self,
    ) -> t.GetSetupCapabilitiesReply:
        """Get the adapters of database and search"""
        return cast(t.GetSetupCapabilitiesReply, self._call("GET", "/setup/db/capabilities", {}, {}))

    def get_shared_conversation(
        self,
        *,
        token: str,
    ) -> t.GetSharedConversationReply:
        """Read a shared conversation"""
        return cast(t.GetSharedConversationReply, self._call("GET", "/api/v2/chat/shared/{token}", {"token": token}, {}))

    def get_tap_routes(
        self,
    ) -> t.GetTapRoutesReply:
        """List the routes of the domain tap"""
        return cast(t.GetTapRoutesReply, self._call("GET", "/tap/routes.json", {}, {}))

    def get_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
    ) -> t.GetTapTaggingSuggestionsRunReply:
        """Get a run with its result: Tagging suggestions"""
        return cast(t.GetTapTaggingSuggestionsRunReply, self._call("GET", "/ai/tap/workflows/tagging-suggestions/runs/{runId}", {"runId": run_id}, {}))

    def get_unified_test(
        self,
        *,
        json: str | None = None,
    ) -> t.GetUnifiedTestReply:
        """Get the default model, parameters and prompts of a chat; without json=true the page"""
        return cast(t.GetUnifiedTestReply, self._call("GET", "/api/v2/unified-test", {}, {"json": json}))

    def get_upload(
        self,
    ) -> t.GetUploadReply:
        """Get the HTML page upload"""
        return cast(t.GetUploadReply, self._call("GET", "/api/v2/upload", {}, {}))

    def get_upload_config(
        self,
    ) -> t.GetUploadConfigReply:
        """Get how uploads are processed, and their limits"""
        return cast(t.GetUploadConfigReply, self._call("GET", "/api/v2/upload/config", {}, {}))

    def get_upload_health(
        self,
    ) -> t.GetUploadHealthReply:
        """Check that uploads are accepted"""
        return cast(t.GetUploadHealthReply, self._call("GET", "/api/v2/upload/health", {}, {}))

    def get_upload_page_picture(
        self,
        *,
        upload_id: str,
        page: int,
    ) -> t.GetUploadPagePictureReply:
        """Get a page of a PDF or image as PNG"""
        return cast(t.GetUploadPagePictureReply, self._call("GET", "/api/v2/upload/{upload_id}/pages/{page}.png", {"upload_id": upload_id, "page": page}, {}))

    def get_upload_status(
        self,
        *,
        upload_id: str,
    ) -> t.GetUploadStatusReply:
        """Get the status of an upload"""
        return cast(t.GetUploadStatusReply, self._call("GET", "/api/v2/upload/status/{upload_id}", {"upload_id": upload_id}, {}))

    def get_upload_text(
        self,
        *,
        upload_id: str,
        from_: int | None = None,
        length: int | None = None,
        chunk_index: int | None = None,
    ) -> t.GetUploadTextReply:
        """Get the text of a document and the positions of its chunks"""
        return cast(t.GetUploadTextReply, self._call("GET", "/api/v2/upload/{upload_id}/text", {"upload_id": upload_id}, {"from": from_, "length": length, "chunk_index": chunk_index}))

    def get_upload_timeline(
        self,
        *,
        upload_id: str,
    ) -> t.GetUploadTimelineReply:
        """List the events of an upload, oldest first"""
        return cast(t.GetUploadTimelineReply, self._call("GET", "/api/v2/upload/{upload_id}/timeline", {"upload_id": upload_id}, {}))

    def get_upload_worker_health(
        self,
    ) -> t.GetUploadWorkerHealthReply:
        """List the stages of the pipeline with their queues"""
        return cast(t.GetUploadWorkerHealthReply, self._call("GET", "/api/v2/upload/worker-app/health", {}, {}))

    def get_widget_analysis(
        self,
        *,
        report_id: str,
    ) -> t.GetWidgetAnalysisReply:
        """Get the analysis status of a report, for the widget"""
        return cast(t.GetWidgetAnalysisReply, self._call("GET", "/widget/api/runtime/sdac/report-analysis/{report_id}/status", {"report_id": report_id}, {}))

    def get_widget_report(
        self,
        *,
        report_id: str,
        lang: str | None = None,
    ) -> t.GetWidgetReportReply:
        """Get a report with its layout and findings, for the widget"""
        return cast(t.GetWidgetReportReply, self._call("GET", "/widget/api/runtime/sdac/reports/{report_id}", {"report_id": report_id}, {"lang": lang}))

    def get_widget_report_cells(
        self,
        *,
        report_id: str,
        sheet: str,
        from_: int | None = None,
        count: int | None = None,
    ) -> t.GetWidgetReportCellsReply:
        """Get the rows of a sheet"""
        return cast(t.GetWidgetReportCellsReply, self._call("GET", "/widget/api/runtime/sdac/reports/{report_id}/cells", {"report_id": report_id}, {"sheet": sheet, "from": from_, "count": count}))

    def get_widget_report_layout(
        self,
        *,
        report_id: str,
    ) -> t.GetWidgetReportLayoutReply:
        """Get the layout of a report: the detected columns"""
        return cast(t.GetWidgetReportLayoutReply, self._call("GET", "/widget/api/runtime/sdac/reports/{report_id}/layout", {"report_id": report_id}, {}))

    def get_widget_report_workbook(
        self,
        *,
        report_id: str,
        lang: str | None = None,
    ) -> t.GetWidgetReportWorkbookReply:
        """Download the workbook with its findings as cell comments"""
        return cast(t.GetWidgetReportWorkbookReply, self._call("GET", "/widget/api/runtime/sdac/reports/{report_id}/workbook", {"report_id": report_id}, {"lang": lang}))

    def get_widget_upload(
        self,
        *,
        job_id: str,
    ) -> t.GetWidgetUploadReply:
        """Get the status of an upload, for the widget"""
        return cast(t.GetWidgetUploadReply, self._call("GET", "/widget/api/runtime/sdac/uploads/{job_id}/status", {"job_id": job_id}, {}))

    def group_dead_letters(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        topic: str | None = None,
        consumer: str | None = None,
        code: str | None = None,
        kind: Literal["terminal", "exhausted", "poison", "schema"] | None = None,
        key: str | None = None,
        state: Literal["open", "redriven", "resolved", "discarded"] | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> t.GroupDeadLettersReply:
        """Group dead letters by reason, largest group first"""
        return cast(t.GroupDeadLettersReply, self._call("GET", "/admin/dlq/groups", {}, {"page": page, "page_size": page_size, "topic": topic, "consumer": consumer, "code": code, "kind": kind, "key": key, "state": state, "since": since, "until": until}))

    def keep_exchange(
        self,
        *,
        conversation_id: str,
        turn_id: str,
        body: t.KeepExchangeBody,
    ) -> t.KeepExchangeReply:
        """Store a question with its responses"""
        return cast(t.KeepExchangeReply, self._call("PUT", "/api/v2/chat/conversations/{conversation_id}/turns/{turn_id}", {"conversation_id": conversation_id, "turn_id": turn_id}, {}, body=body))

    def list_agent_runs(
        self,
        *,
        domain: str,
        slug: str,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.ListAgentRunsReply:
        """List your turns of an agent, newest first"""
        return cast(t.ListAgentRunsReply, self._call("GET", "/ai/{domain}/agents/{slug}/runs", {"domain": domain, "slug": slug}, {"page": page, "page_size": page_size}))

    def list_agents(
        self,
    ) -> t.ListAgentsReply:
        """List every agent of this installation"""
        return cast(t.ListAgentsReply, self._call("GET", "/agents.json", {}, {}))

    def list_all_runs(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        kind: str | None = None,
        status: Literal["queued", "running", "waiting", "completed", "failed", "cancelled"] | None = None,
    ) -> t.ListAllRunsReply:
        """List runs of all kinds, newest first"""
        return cast(t.ListAllRunsReply, self._call("GET", "/api/v2/runs", {}, {"page": page, "page_size": page_size, "kind": kind, "status": status}))

    def list_annex_profiles(
        self,
    ) -> t.ListAnnexProfilesReply:
        """List the instructions that models receive for edits"""
        return cast(t.ListAnnexProfilesReply, self._call("GET", "/k12/annex-profiles", {}, {}))

    def list_audit_records(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        actor: str | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> t.ListAuditRecordsReply:
        """List actions of operators, newest first"""
        return cast(t.ListAuditRecordsReply, self._call("GET", "/admin/audit", {}, {"page": page, "page_size": page_size, "actor": actor, "action": action, "since": since, "until": until}))

    def list_chunks_of_file(
        self,
        *,
        source_file: str,
        page: str | None = None,
        page_size: str | None = None,
        index: str | None = None,
    ) -> t.ListChunksOfFileReply:
        """List the chunks of a file in order"""
        return cast(t.ListChunksOfFileReply, self._call("GET", "/api/v2/knowledge/file/{source_file}/chunks", {"source_file": source_file}, {"page": page, "page_size": page_size, "index": index}))

    def list_consumer_groups(
        self,
    ) -> t.ListConsumerGroupsReply:
        """List consumer groups and their number of members"""
        return cast(t.ListConsumerGroupsReply, self._call("GET", "/admin/groups", {}, {}))

    def list_conversations(
        self,
        *,
        limit: str | None = None,
        cursor: str | None = None,
    ) -> t.ListConversationsReply:
        """List your conversations, latest first"""
        return cast(t.ListConversationsReply, self._call("GET", "/api/v2/chat/conversations", {}, {"limit": limit, "cursor": cursor}))

    def list_cost_report_feedback(
        self,
        *,
        report_id: str,
    ) -> t.ListCostReportFeedbackReply:
        """List the ratings of the findings of a report, newest first"""
        return cast(t.ListCostReportFeedbackReply, self._call("GET", "/sdac/feedback", {}, {"report_id": report_id}))

    def list_cost_report_findings(
        self,
        *,
        report_id: str,
        page: str | None = None,
        page_size: str | None = None,
        lang: str | None = None,
        severity: Literal["error", "warning", "info"] | None = None,
        rule: Literal["missing_value", "malformed_value", "negative_amount", "duplicate_employee", "total_mismatch", "federal_share_over_100", "benefits_ratio", "position_without_pool", "quarter_change", "outlier"] | None = None,
        sheet: str | None = None,
    ) -> t.ListCostReportFindingsReply:
        """List the findings of a report, most severe first"""
        return cast(t.ListCostReportFindingsReply, self._call("GET", "/sdac/reports/{report_id}/findings", {"report_id": report_id}, {"page": page, "page_size": page_size, "lang": lang, "severity": severity, "rule": rule, "sheet": sheet}))

    def list_cost_reports(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        district_id: str | None = None,
        quarter: str | None = None,
    ) -> t.ListCostReportsReply:
        """List your reports, newest first"""
        return cast(t.ListCostReportsReply, self._call("GET", "/sdac/reports", {}, {"page": page, "page_size": page_size, "district_id": district_id, "quarter": quarter}))

    def list_costs(
        self,
        *,
        report_id: str,
        page: str | None = None,
        page_size: str | None = None,
        pool: str | None = None,
        q: str | None = None,
    ) -> t.ListCostsReply:
        """List the rows of a report"""
        return cast(t.ListCostsReply, self._call("GET", "/sdac/costs", {}, {"page": page, "page_size": page_size, "report_id": report_id, "pool": pool, "q": q}))

    def list_dead_letters(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        topic: str | None = None,
        consumer: str | None = None,
        code: str | None = None,
        kind: Literal["terminal", "exhausted", "poison", "schema"] | None = None,
        key: str | None = None,
        state: Literal["open", "redriven", "resolved", "discarded"] | None = None,
        since: str | None = None,
        until: str | None = None,
    ) -> t.ListDeadLettersReply:
        """List dead letters, latest failure first"""
        return cast(t.ListDeadLettersReply, self._call("GET", "/admin/dlq", {}, {"page": page, "page_size": page_size, "topic": topic, "consumer": consumer, "code": code, "kind": kind, "key": key, "state": state, "since": since, "until": until}))

    def list_example_documents(
        self,
    ) -> t.ListExampleDocumentsReply:
        """List sample documents"""
        return cast(t.ListExampleDocumentsReply, self._call("GET", "/api/v2/chat/examples", {}, {}))

    def list_indexes(
        self,
    ) -> t.ListIndexesReply:
        """List indexes"""
        return cast(t.ListIndexesReply, self._call("GET", "/api/v2/search/indexes/live", {}, {}))

    def list_ingestors(
        self,
    ) -> t.ListIngestorsReply:
        """List ingestors"""
        return cast(t.ListIngestorsReply, self._call("GET", "/api/ingestors", {}, {}))

    def list_knowledge_files(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        index: str | None = None,
        file_type: str | None = None,
        q: str | None = None,
        sort: Literal["name", "-name", "ingested_at", "-ingested_at", "size_bytes", "-size_bytes", "chunk_count", "-chunk_count", "estimated_tokens", "-estimated_tokens", "file_type", "-file_type", "index", "-index", "status", "-status"] | None = None,
    ) -> t.ListKnowledgeFilesReply:
        """List searchable files"""
        return cast(t.ListKnowledgeFilesReply, self._call("GET", "/api/v2/knowledge/files", {}, {"page": page, "page_size": page_size, "index": index, "file_type": file_type, "q": q, "sort": sort}))

    def list_mcp_servers(
        self,
    ) -> t.ListMcpServersReply:
        """List every MCP server of this installation"""
        return cast(t.ListMcpServersReply, self._call("GET", "/mcp-servers.json", {}, {}))

    def list_model_connections(
        self,
    ) -> t.ListModelConnectionsReply:
        """List connections to model servers, and servers that can be connected"""
        return cast(t.ListModelConnectionsReply, self._call("GET", "/api/v2/models/connections", {}, {}))

    def list_models(
        self,
        *,
        validate: Literal["0", "1", "true", "false"] | None = None,
        deep: Literal["0", "1", "true", "false"] | None = None,
        filter_unhealthy: Literal["0", "1", "true", "false"] | None = None,
    ) -> t.ListModelsReply:
        """List model aliases, optionally with a check of each"""
        return cast(t.ListModelsReply, self._call("GET", "/api/v2/models", {}, {"validate": validate, "deep": deep, "filter_unhealthy": filter_unhealthy}))

    def list_models_for_open_ai_clients(
        self,
    ) -> t.ListModelsForOpenAiClientsReply:
        """List model aliases, for OpenAI clients"""
        return cast(t.ListModelsForOpenAiClientsReply, self._call("GET", "/v1/models", {}, {}))

    def list_plans(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        name: str | None = None,
    ) -> t.ListPlansReply:
        """List plans by name, without the text of their annexes"""
        return cast(t.ListPlansReply, self._call("GET", "/k12/plans", {}, {"page": page, "page_size": page_size, "name": name}))

    def list_reasoning_runs(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.ListReasoningRunsReply:
        """List your analyses, newest first"""
        return cast(t.ListReasoningRunsReply, self._call("GET", "/reasoning-engine/workflows/main/runs", {}, {"page": page, "page_size": page_size}))

    def list_rebuilds(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
        index: str | None = None,
    ) -> t.ListRebuildsReply:
        """List rebuilds, newest first"""
        return cast(t.ListRebuildsReply, self._call("GET", "/admin/rebuilds", {}, {"page": page, "page_size": page_size, "index": index}))

    def list_replays(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.ListReplaysReply:
        """List replays, newest first"""
        return cast(t.ListReplaysReply, self._call("GET", "/admin/replay", {}, {"page": page, "page_size": page_size}))

    def list_run_calls(
        self,
        *,
        run_id: str,
        page: str | None = None,
        page_size: str | None = None,
        step: str | None = None,
    ) -> t.ListRunCallsReply:
        """List the model calls of a run"""
        return cast(t.ListRunCallsReply, self._call("GET", "/api/v2/runs/{run_id}/calls", {"run_id": run_id}, {"page": page, "page_size": page_size, "step": step}))

    def list_run_items(
        self,
        *,
        run_id: str,
        page: str | None = None,
        page_size: str | None = None,
        step: str | None = None,
        status: Literal["open", "done", "failed", "skipped", "asked", "redo"] | None = None,
    ) -> t.ListRunItemsReply:
        """List the items of the steps of a run"""
        return cast(t.ListRunItemsReply, self._call("GET", "/api/v2/runs/{run_id}/items", {"run_id": run_id}, {"page": page, "page_size": page_size, "step": step, "status": status}))

    def list_running_agents(
        self,
    ) -> t.ListRunningAgentsReply:
        """List the definitions of agents in use"""
        return cast(t.ListRunningAgentsReply, self._call("GET", "/setup/db/agents/current", {}, {}))

    def list_sdac_agents(
        self,
    ) -> t.ListSdacAgentsReply:
        """List every agent for cost reports"""
        return cast(t.ListSdacAgentsReply, self._call("GET", "/sdac/registry/agents", {}, {}))

    def list_sdac_tools(
        self,
    ) -> t.ListSdacToolsReply:
        """List every tool for cost reports"""
        return cast(t.ListSdacToolsReply, self._call("GET", "/sdac/registry/tools", {}, {}))

    def list_sdac_workflows(
        self,
    ) -> t.ListSdacWorkflowsReply:
        """List every workflow for cost reports"""
        return cast(t.ListSdacWorkflowsReply, self._call("GET", "/sdac/registry/workflows", {}, {}))

    def list_seeded_agents(
        self,
    ) -> t.ListSeededAgentsReply:
        """List the stored definitions of agents"""
        return cast(t.ListSeededAgentsReply, self._call("GET", "/setup/db/agents", {}, {}))

    def list_tap_tagging_suggestions_runs(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.ListTapTaggingSuggestionsRunsReply:
        """List your runs, newest first: Tagging suggestions"""
        return cast(t.ListTapTaggingSuggestionsRunsReply, self._call("GET", "/ai/tap/workflows/tagging-suggestions/runs", {}, {"page": page, "page_size": page_size}))

    def list_tools(
        self,
    ) -> t.ListToolsReply:
        """List every tool of this installation"""
        return cast(t.ListToolsReply, self._call("GET", "/tools.json", {}, {}))

    def list_topics(
        self,
    ) -> t.ListTopicsReply:
        """List topics with partitions, lag by consumer group, rate and age"""
        return cast(t.ListTopicsReply, self._call("GET", "/admin/topics", {}, {}))

    def list_upload_activity(
        self,
    ) -> t.ListUploadActivityReply:
        """List recent activity of all uploads, newest first"""
        return cast(t.ListUploadActivityReply, self._call("GET", "/api/v2/upload/event-feed/activity", {}, {}))

    def list_upload_mappings(
        self,
    ) -> t.ListUploadMappingsReply:
        """List the storage folders by file extension"""
        return cast(t.ListUploadMappingsReply, self._call("GET", "/api/v2/upload/mappings", {}, {}))

    def list_upload_page_words(
        self,
        *,
        upload_id: str,
        page: int,
    ) -> t.ListUploadPageWordsReply:
        """Get the positions of the words on a page"""
        return cast(t.ListUploadPageWordsReply, self._call("GET", "/api/v2/upload/{upload_id}/pages/{page}/words", {"upload_id": upload_id, "page": page}, {}))

    def list_uploads(
        self,
        *,
        limit: int | None = None,
        status: Literal["queued", "processing", "complete", "error"] | None = None,
        q: str | None = None,
        cursor: str | None = None,
    ) -> t.ListUploadsReply:
        """List uploads, newest first"""
        return cast(t.ListUploadsReply, self._call("GET", "/api/v2/upload/list", {}, {"limit": limit, "status": status, "q": q, "cursor": cursor}))

    def list_uploads_for_rag(
        self,
        *,
        limit: int | None = None,
        status: Literal["queued", "processing", "complete", "error"] | None = None,
        q: str | None = None,
        cursor: str | None = None,
    ) -> t.ListUploadsForRagReply:
        """List uploads, newest first"""
        return cast(t.ListUploadsForRagReply, self._call("GET", "/api/v2/flexible-rag/status", {}, {"limit": limit, "status": status, "q": q, "cursor": cursor}))

    def list_webhook_deliveries(
        self,
        *,
        id: str,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.ListWebhookDeliveriesReply:
        """List the deliveries to an endpoint, newest first"""
        return cast(t.ListWebhookDeliveriesReply, self._call("GET", "/api/v2/webhooks/{id}/deliveries", {"id": id}, {"page": page, "page_size": page_size}))

    def list_webhooks(
        self,
        *,
        page: str | None = None,
        page_size: str | None = None,
    ) -> t.ListWebhooksReply:
        """List webhook endpoints"""
        return cast(t.ListWebhooksReply, self._call("GET", "/api/v2/webhooks", {}, {"page": page, "page_size": page_size}))

    def list_workflows(
        self,
    ) -> t.ListWorkflowsReply:
        """List every workflow of this installation"""
        return cast(t.ListWorkflowsReply, self._call("GET", "/workflows.json", {}, {}))

    def mint_widget_token(
        self,
    ) -> t.MintWidgetTokenReply:
        """Issue a test token for the widget"""
        return cast(t.MintWidgetTokenReply, self._call("POST", "/api/dashboard/widget-token", {}, {}))

    def move_consumer_group(
        self,
        *,
        group: str,
        body: t.MoveConsumerGroupBody,
    ) -> t.MoveConsumerGroupReply:
        """Move a stopped consumer group to an offset or a time"""
        return cast(t.MoveConsumerGroupReply, self._call("POST", "/admin/groups/{group}/offsets", {"group": group}, {}, body=body))

    def pause_rebuild(
        self,
        *,
        run_id: str,
    ) -> t.PauseRebuildReply:
        """Pause a rebuild"""
        return cast(t.PauseRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/pause", {"runId": run_id}, {}))

    def pause_replay(
        self,
        *,
        run_id: str,
    ) -> t.PauseReplayReply:
        """Pause a replay"""
        return cast(t.PauseReplayReply, self._call("POST", "/admin/replay/{run_id}/pause", {"run_id": run_id}, {}))

    def post_feedback(
        self,
        *,
        body: t.PostFeedbackBody,
    ) -> t.PostFeedbackReply:
        """Rate an answer"""
        return cast(t.PostFeedbackReply, self._call("POST", "/api/v2/feedback", {}, {}, body=body))

    def post_prompts(
        self,
        *,
        body: t.PostPromptsBody,
    ) -> t.PostPromptsReply:
        """Save, relabel, rename, delete or promote a prompt"""
        return cast(t.PostPromptsReply, self._call("POST", "/api/v2/prompts", {}, {}, body=body))

    def post_prompts_preview(
        self,
        *,
        body: t.PostPromptsPreviewBody,
    ) -> t.PostPromptsPreviewReply:
        """Render a template with sample variables"""
        return cast(t.PostPromptsPreviewReply, self._call("POST", "/api/v2/prompts/preview", {}, {}, body=body))

    def post_prompts_revert(
        self,
        *,
        body: t.PostPromptsRevertBody,
    ) -> t.PostPromptsRevertReply:
        """Make a version the current version"""
        return cast(t.PostPromptsRevertReply, self._call("POST", "/api/v2/prompts/revert", {}, {}, body=body))

    def post_settings(
        self,
        *,
        dry_run: Literal["0", "1", "false", "true"] | None = None,
        body: t.PostSettingsBody,
    ) -> t.PostSettingsReply:
        """Change settings"""
        return cast(t.PostSettingsReply, self._call("POST", "/api/v2/settings", {}, {"dry_run": dry_run}, body=body))

    def put_model_connection(
        self,
        *,
        name: str,
        body: t.PutModelConnectionBody,
    ) -> t.PutModelConnectionReply:
        """Connect a model server or change its connection"""
        return cast(t.PutModelConnectionReply, self._call("PUT", "/api/v2/models/connections/{name}", {"name": name}, {}, body=body))

    def put_plan(
        self,
        *,
        id: str,
        body: t.PutPlanBody,
    ) -> t.PutPlanReply:
        """Store or replace a plan"""
        return cast(t.PutPlanReply, self._call("PUT", "/k12/plans/{id}", {"id": id}, {}, body=body))

    def put_sample_plan(
        self,
    ) -> t.PutSamplePlanReply:
        """Store the sample plan of an invented school"""
        return cast(t.PutSamplePlanReply, self._call("POST", "/k12/sample-plan", {}, {}))

    def query_knowledge(
        self,
        *,
        body: t.QueryKnowledgeBody,
    ) -> t.QueryKnowledgeReply:
        """Search an index"""
        return cast(t.QueryKnowledgeReply, self._call("POST", "/api/v2/knowledge/query", {}, {}, body=body))

    def rate_cost_report_finding(
        self,
        *,
        body: t.RateCostReportFindingBody,
    ) -> t.RateCostReportFindingReply:
        """Rate a finding"""
        return cast(t.RateCostReportFindingReply, self._call("POST", "/sdac/feedback", {}, {}, body=body))

    def reason(
        self,
        *,
        body: t.ReasonBody,
    ) -> t.ReasonReply:
        """Analyze series and datasets, and wait for the findings"""
        return cast(t.ReasonReply, self._call("POST", "/reasoning-engine/workflows/main", {}, {}, body=body))

    def rebuild_views(
        self,
        *,
        body: t.RebuildViewsBody,
    ) -> t.RebuildViewsReply:
        """Rebuild views from the log"""
        return cast(t.RebuildViewsReply, self._call("POST", "/admin/views/rebuild", {}, {}, body=body))

    def receive_storage_events(
        self,
        *,
        body: t.ReceiveStorageEventsBody,
    ) -> t.ReceiveStorageEventsReply:
        """Receive notifications about files in the container"""
        return cast(t.ReceiveStorageEventsReply, self._call("POST", "/api/v2/upload/event-feed", {}, {}, body=body))

    def recover_webhook(
        self,
        *,
        id: str,
        body: t.RecoverWebhookBody,
    ) -> t.RecoverWebhookReply:
        """Redeliver all failed messages"""
        return cast(t.RecoverWebhookReply, self._call("POST", "/api/v2/webhooks/{id}/recover", {"id": id}, {}, body=body))

    def redeliver_webhook(
        self,
        *,
        id: str,
    ) -> t.RedeliverWebhookReply:
        """Redeliver a message"""
        return cast(t.RedeliverWebhookReply, self._call("POST", "/api/v2/webhooks/deliveries/{id}/redeliver", {"id": id}, {}))

    def redrive_dead_letters(
        self,
        *,
        body: t.RedriveDeadLettersBody,
    ) -> t.RedriveDeadLettersReply:
        """Redrive dead letters to their consumers"""
        return cast(t.RedriveDeadLettersReply, self._call("POST", "/admin/dlq/redrive", {}, {}, body=body))

    def reject_agent_call(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
    ) -> t.RejectAgentCallReply:
        """Reject the tool call that a turn waits for"""
        return cast(t.RejectAgentCallReply, self._call("POST", "/ai/{domain}/agents/{slug}/runs/{runId}/reject", {"domain": domain, "slug": slug, "runId": run_id}, {}))

    def reject_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
        body: t.RejectTapTaggingSuggestionsRunBody,
    ) -> t.RejectTapTaggingSuggestionsRunReply:
        """Reject the step that a run waits for: Tagging suggestions"""
        return cast(t.RejectTapTaggingSuggestionsRunReply, self._call("POST", "/ai/tap/workflows/tagging-suggestions/runs/{runId}/reject", {"runId": run_id}, {}, body=body))

    def remove_exchange(
        self,
        *,
        conversation_id: str,
        turn_id: str,
    ) -> t.RemoveExchangeReply:
        """Delete a turn of a conversation"""
        return cast(t.RemoveExchangeReply, self._call("DELETE", "/api/v2/chat/conversations/{conversation_id}/turns/{turn_id}", {"conversation_id": conversation_id, "turn_id": turn_id}, {}))

    def remove_model_connection(
        self,
        *,
        name: str,
    ) -> t.RemoveModelConnectionReply:
        """Disconnect a model server"""
        return cast(t.RemoveModelConnectionReply, self._call("DELETE", "/api/v2/models/connections/{name}", {"name": name}, {}))

    def rename_conversation(
        self,
        *,
        conversation_id: str,
        body: t.RenameConversationBody,
    ) -> t.RenameConversationReply:
        """Rename a conversation"""
        return cast(t.RenameConversationReply, self._call("PATCH", "/api/v2/chat/conversations/{conversation_id}", {"conversation_id": conversation_id}, {}, body=body))

    def rerun_agent(
        self,
        *,
        domain: str,
        slug: str,
        run_id: str,
        body: t.RerunAgentBody,
    ) -> t.RerunAgentReply:
        """Rerun a turn from any of its steps"""
        return cast(t.RerunAgentReply, self._call("POST", "/ai/{domain}/agents/{slug}/runs/{runId}/rerun", {"domain": domain, "slug": slug, "runId": run_id}, {}, body=body))

    def resume_rebuild(
        self,
        *,
        run_id: str,
    ) -> t.ResumeRebuildReply:
        """Resume a rebuild"""
        return cast(t.ResumeRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/resume", {"runId": run_id}, {}))

    def resume_replay(
        self,
        *,
        run_id: str,
    ) -> t.ResumeReplayReply:
        """Resume a replay"""
        return cast(t.ResumeReplayReply, self._call("POST", "/admin/replay/{run_id}/resume", {"run_id": run_id}, {}))

    def retry_any_run(
        self,
        *,
        run_id: str,
        body: t.RetryAnyRunBody,
    ) -> t.RetryAnyRunReply:
        """Retry a run"""
        return cast(t.RetryAnyRunReply, self._call("POST", "/api/v2/runs/{run_id}/retry", {"run_id": run_id}, {}, body=body))

    def retry_tap_tagging_suggestions_run(
        self,
        *,
        run_id: str,
        body: t.RetryTapTaggingSuggestionsRunBody,
    ) -> t.RetryTapTaggingSuggestionsRunReply:
        """Retry a run: Tagging suggestions"""
        return cast(t.RetryTapTaggingSuggestionsRunReply, self._call("POST", "/ai/tap/workflows/tagging-suggestions/runs/{runId}/retry", {"runId": run_id}, {}, body=body))

    def retry_upload(
        self,
        *,
        upload_id: str,
    ) -> t.RetryUploadReply:
        """Retry a failed upload from the stage that failed"""
        return cast(t.RetryUploadReply, self._call("POST", "/api/v2/upload/{upload_id}/retry", {"upload_id": upload_id}, {}))

    def retry_uploads(
        self,
        *,
        body: t.RetryUploadsBody,
    ) -> t.RetryUploadsReply:
        """Retry all failed uploads with an error code or stage"""
        return cast(t.RetryUploadsReply, self._call("POST", "/api/v2/upload/retry", {}, {}, body=body))

    def roll_back_rebuild(
        self,
        *,
        run_id: str,
        body: t.RollBackRebuildBody,
    ) -> t.RollBackRebuildReply:
        """Switch searches back to the old build"""
        return cast(t.RollBackRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/roll-back", {"runId": run_id}, {}, body=body))

    def rotate_webhook_secret(
        self,
        *,
        id: str,
    ) -> t.RotateWebhookSecretReply:
        """Rotate the secret of an endpoint"""
        return cast(t.RotateWebhookSecretReply, self._call("POST", "/api/v2/webhooks/{id}/rotate", {"id": id}, {}))

    def search_documentation(
        self,
        *,
        q: str,
        limit: str | None = None,
    ) -> t.SearchDocumentationReply:
        """Search the documentation"""
        return cast(t.SearchDocumentationReply, self._call("GET", "/docs/search", {}, {"q": q, "limit": limit}))

    def search_files_by_name(
        self,
        *,
        q: str,
    ) -> t.SearchFilesByNameReply:
        """Find files by a part of their name"""
        return cast(t.SearchFilesByNameReply, self._call("GET", "/api/v2/knowledge/search-file", {}, {"q": q}))

    def seed_agents(
        self,
    ) -> t.SeedAgentsReply:
        """Store the definitions of agents in use"""
        return cast(t.SeedAgentsReply, self._call("POST", "/setup/db/agents/control/seed", {}, {}))

    def seed_setup(
        self,
    ) -> t.SeedSetupReply:
        """Store the definitions of agents in use"""
        return cast(t.SeedSetupReply, self._call("POST", "/setup/db/seed", {}, {}))

    def set_http_trigger(
        self,
        *,
        body: t.SetHttpTriggerBody,
    ) -> t.SetHttpTriggerReply:
        """Choose what starts the pipeline: the upload request, or the notification of the store"""
        return cast(t.SetHttpTriggerReply, self._call("POST", "/api/v2/upload/config/toggle", {}, {}, body=body))

    def share_conversation(
        self,
        *,
        conversation_id: str,
    ) -> t.ShareConversationReply:
        """Share a conversation by a link"""
        return cast(t.ShareConversationReply, self._call("POST", "/api/v2/chat/conversations/{conversation_id}/share", {"conversation_id": conversation_id}, {}))

    def snapshot_plan(
        self,
        *,
        id: str,
    ) -> t.SnapshotPlanReply:
        """Store a snapshot of a plan"""
        return cast(t.SnapshotPlanReply, self._call("POST", "/k12/plans/{id}/snapshots", {"id": id}, {}))

    def start_cost_report_session(
        self,
        *,
        body: t.StartCostReportSessionBody,
    ) -> t.StartCostReportSessionReply:
        """Start the review of a cost report"""
        return cast(t.StartCostReportSessionReply, self._call("POST", "/sdac/sessions", {}, {}, body=body))

    def start_reasoning(
        self,
        *,
        body: t.StartReasoningBody,
    ) -> t.StartReasoningReply:
        """Start an analysis"""
        return cast(t.StartReasoningReply, self._call("POST", "/reasoning-engine/workflows/main/start-async", {}, {}, body=body))

    def start_rebuild(
        self,
        *,
        body: t.StartRebuildBody,
    ) -> t.StartRebuildReply:
        """Start a rebuild of an index next to the live one"""
        return cast(t.StartRebuildReply, self._call("POST", "/admin/rebuilds", {}, {}, body=body))

    def start_replay(
        self,
        *,
        body: t.StartReplayBody,
    ) -> t.StartReplayReply:
        """Copy a range of a topic into a topic of its own"""
        return cast(t.StartReplayReply, self._call("POST", "/admin/replay", {}, {}, body=body))

    def start_tap_tagging_suggestions(
        self,
        *,
        body: t.StartTapTaggingSuggestionsBody,
    ) -> t.StartTapTaggingSuggestionsReply:
        """Start a run: Tagging suggestions"""
        return cast(t.StartTapTaggingSuggestionsReply, self._call("POST", "/ai/tap/workflows/tagging-suggestions/start", {}, {}, body=body))

    def start_widget_session(
        self,
        *,
        body: t.StartWidgetSessionBody,
    ) -> t.StartWidgetSessionReply:
        """Start the review of a cost report, for the widget"""
        return cast(t.StartWidgetSessionReply, self._call("POST", "/widget/api/ingestion/sdac/sessions", {}, {}, body=body))

    def stream_agent(
        self,
        *,
        domain: str,
        slug: str,
        body: t.StreamAgentBody,
    ) -> t.StreamAgentReply:
        """Ask an agent and stream its answer"""
        return cast(t.StreamAgentReply, self._call("POST", "/ai/{domain}/agents/{slug}/stream", {"domain": domain, "slug": slug}, {}, body=body))

    def stream_stream_agent(
        self,
        *,
        domain: str,
        slug: str,
        body: t.StreamAgentBody,
    ) -> Iterator[Union[Event[Literal["delta"], t.StreamAgentDeltaData], Event[Literal["tool-call"], t.StreamAgentToolCallData], Event[Literal["tool-result"], t.StreamAgentToolResultData], Event[Literal["usage"], t.StreamAgentUsageData], Event[Literal["waiting"], t.StreamAgentWaitingData], Event[Literal["error"], t.StreamAgentErrorData], Event[Literal["done"], t.StreamAgentDoneData]]]:
        """Ask an agent and stream its answer"""
        return cast(Iterator[Union[Event[Literal["delta"], t.StreamAgentDeltaData], Event[Literal["tool-call"], t.StreamAgentToolCallData], Event[Literal["tool-result"], t.StreamAgentToolResultData], Event[Literal["usage"], t.StreamAgentUsageData], Event[Literal["waiting"], t.StreamAgentWaitingData], Event[Literal["error"], t.StreamAgentErrorData], Event[Literal["done"], t.StreamAgentDoneData]]], self._stream("POST", "/ai/{domain}/agents/{slug}/stream", {"domain": domain, "slug": slug}, {}, body=body))

    def submit_ingestion(
        self,
        *,
        form: Mapping[str, FormValue],
    ) -> t.SubmitIngestionReply:
        """Upload a cost report workbook"""
        return cast(t.SubmitIngestionReply, self._call("POST", "/ingestion/submit", {}, {}, form=form))

    def sync_reference_data(
        self,
        *,
        body: t.SyncReferenceDataBody,
    ) -> t.SyncReferenceDataReply:
        """Store the cost pools and positions of a district"""
        return cast(t.SyncReferenceDataReply, self._call("POST", "/sdac/sync", {}, {}, body=body))

    def test_model_server(
        self,
        *,
        body: t.TestModelServerBody,
    ) -> t.TestModelServerReply:
        """Test a model server"""
        return cast(t.TestModelServerReply, self._call("POST", "/api/v2/models/connections/test", {}, {}, body=body))

    def test_upload_storage(
        self,
    ) -> t.TestUploadStorageReply:
        """Check that the blob store responds"""
        return cast(t.TestUploadStorageReply, self._call("GET", "/api/v2/upload/test-cloud", {}, {}))

    def test_webhook(
        self,
        *,
        id: str,
    ) -> t.TestWebhookReply:
        """Send `webhook.test` to an endpoint"""
        return cast(t.TestWebhookReply, self._call("POST", "/api/v2/webhooks/{id}/test", {"id": id}, {}))

    def throttle_rebuild(
        self,
        *,
        run_id: str,
        body: t.ThrottleRebuildBody,
    ) -> t.ThrottleRebuildReply:
        """Limit the rate of a rebuild"""
        return cast(t.ThrottleRebuildReply, self._call("POST", "/admin/rebuilds/{runId}/throttle", {"runId": run_id}, {}, body=body))

    def tool_admin_answer_with_citations(
        self,
        *,
        body: t.ToolAdminAnswerWithCitationsBody,
    ) -> t.ToolAdminAnswerWithCitationsReply:
        """Answer with citations"""
        return cast(t.ToolAdminAnswerWithCitationsReply, self._call("POST", "/ai/admin/tools/answer-with-citations", {}, {}, body=body))

    def tool_admin_consumer_lag(
        self,
        *,
        body: t.ToolAdminConsumerLagBody,
    ) -> t.ToolAdminConsumerLagReply:
        """Consumer lag"""
        return cast(t.ToolAdminConsumerLagReply, self._call("POST", "/ai/admin/tools/consumer-lag", {}, {}, body=body))

    def tool_admin_dead_letters(
        self,
        *,
        body: t.ToolAdminDeadLettersBody,
    ) -> t.ToolAdminDeadLettersReply:
        """Dead letters"""
        return cast(t.ToolAdminDeadLettersReply, self._call("POST", "/ai/admin/tools/dead-letters", {}, {}, body=body))

    def tool_admin_docs_search(
        self,
        *,
        body: t.ToolAdminDocsSearchBody,
    ) -> t.ToolAdminDocsSearchReply:
        """Documentation search"""
        return cast(t.ToolAdminDocsSearchReply, self._call("POST", "/ai/admin/tools/docs-search", {}, {}, body=body))

    def tool_admin_document_outline(
        self,
        *,
        body: t.ToolAdminDocumentOutlineBody,
    ) -> t.ToolAdminDocumentOutlineReply:
        """Document outline"""
        return cast(t.ToolAdminDocumentOutlineReply, self._call("POST", "/ai/admin/tools/document-outline", {}, {}, body=body))

    def tool_admin_index_statistics(
        self,
        *,
        body: t.ToolAdminIndexStatisticsBody,
    ) -> t.ToolAdminIndexStatisticsReply:
        """Index statistics"""
        return cast(t.ToolAdminIndexStatisticsReply, self._call("POST", "/ai/admin/tools/index-statistics", {}, {}, body=body))

    def tool_admin_knowledge_search(
        self,
        *,
        body: t.ToolAdminKnowledgeSearchBody,
    ) -> t.ToolAdminKnowledgeSearchReply:
        """Knowledge search"""
        return cast(t.ToolAdminKnowledgeSearchReply, self._call("POST", "/ai/admin/tools/knowledge-search", {}, {}, body=body))

    def tool_admin_read_chunks(
        self,
        *,
        body: t.ToolAdminReadChunksBody,
    ) -> t.ToolAdminReadChunksReply:
        """Chunk reader"""
        return cast(t.ToolAdminReadChunksReply, self._call("POST", "/ai/admin/tools/read-chunks", {}, {}, body=body))

    def tool_k12_annex_editing_cancel(
        self,
        *,
        body: t.ToolK12AnnexEditingCancelBody,
    ) -> t.ToolK12AnnexEditingCancelReply:
        """Cancel an edit"""
        return cast(t.ToolK12AnnexEditingCancelReply, self._call("POST", "/ai/k12/tools/annex-editing-cancel", {}, {}, body=body))

    def tool_k12_annex_editing_kickoff(
        self,
        *,
        body: t.ToolK12AnnexEditingKickoffBody,
    ) -> t.ToolK12AnnexEditingKickoffReply:
        """Edit a field of a plan"""
        return cast(t.ToolK12AnnexEditingKickoffReply, self._call("POST", "/ai/k12/tools/annex-editing-kickoff", {}, {}, body=body))

    def tool_k12_annex_editing_result(
        self,
        *,
        body: t.ToolK12AnnexEditingResultBody,
    ) -> t.ToolK12AnnexEditingResultReply:
        """Get the result of an edit"""
        return cast(t.ToolK12AnnexEditingResultReply, self._call("POST", "/ai/k12/tools/annex-editing-result", {}, {}, body=body))

    def tool_k12_annex_editing_status(
        self,
        *,
        body: t.ToolK12AnnexEditingStatusBody,
    ) -> t.ToolK12AnnexEditingStatusReply:
        """Get the status of edits"""
        return cast(t.ToolK12AnnexEditingStatusReply, self._call("POST", "/ai/k12/tools/annex-editing-status", {}, {}, body=body))

    def tool_k12_district_planning_kickoff(
        self,
        *,
        body: t.ToolK12DistrictPlanningKickoffBody,
    ) -> t.ToolK12DistrictPlanningKickoffReply:
        """Edit the plan of a district"""
        return cast(t.ToolK12DistrictPlanningKickoffReply, self._call("POST", "/ai/k12/tools/district-planning-kickoff", {}, {}, body=body))

    def tool_k12_facility_planning_kickoff(
        self,
        *,
        body: t.ToolK12FacilityPlanningKickoffBody,
    ) -> t.ToolK12FacilityPlanningKickoffReply:
        """Edit the plan of a building"""
        return cast(t.ToolK12FacilityPlanningKickoffReply, self._call("POST", "/ai/k12/tools/facility-planning-kickoff", {}, {}, body=body))

    def tool_k12_functional_annex_kickoff(
        self,
        *,
        body: t.ToolK12FunctionalAnnexKickoffBody,
    ) -> t.ToolK12FunctionalAnnexKickoffReply:
        """Edit a functional annex"""
        return cast(t.ToolK12FunctionalAnnexKickoffReply, self._call("POST", "/ai/k12/tools/functional-annex-kickoff", {}, {}, body=body))

    def tool_k12_functional_annex_suggest_roles_kickoff(
        self,
        *,
        body: t.ToolK12FunctionalAnnexSuggestRolesKickoffBody,
    ) -> t.ToolK12FunctionalAnnexSuggestRolesKickoffReply:
        """Suggest roles for a functional annex"""
        return cast(t.ToolK12FunctionalAnnexSuggestRolesKickoffReply, self._call("POST", "/ai/k12/tools/functional-annex-suggest-roles-kickoff", {}, {}, body=body))

    def tool_k12_hazard_annex_kickoff(
        self,
        *,
        body: t.ToolK12HazardAnnexKickoffBody,
    ) -> t.ToolK12HazardAnnexKickoffReply:
        """Edit a hazard annex"""
        return cast(t.ToolK12HazardAnnexKickoffReply, self._call("POST", "/ai/k12/tools/hazard-annex-kickoff", {}, {}, body=body))

    def tool_k12_hazard_annex_suggest_roles_kickoff(
        self,
        *,
        body: t.ToolK12HazardAnnexSuggestRolesKickoffBody,
    ) -> t.ToolK12HazardAnnexSuggestRolesKickoffReply:
        """Suggest roles for a hazard annex"""
        return cast(t.ToolK12HazardAnnexSuggestRolesKickoffReply, self._call("POST", "/ai/k12/tools/hazard-annex-suggest-roles-kickoff", {}, {}, body=body))

    def tool_k12_plan_lookup(
        self,
        *,
        body: t.ToolK12PlanLookupBody,
    ) -> t.ToolK12PlanLookupReply:
        """Look up a plan"""
        return cast(t.ToolK12PlanLookupReply, self._call("POST", "/ai/k12/tools/plan-lookup", {}, {}, body=body))

    def tool_k12_qrg_generation_cancel(
        self,
        *,
        body: t.ToolK12QrgGenerationCancelBody,
    ) -> t.ToolK12QrgGenerationCancelReply:
        """Cancel the generation of guides"""
        return cast(t.ToolK12QrgGenerationCancelReply, self._call("POST", "/ai/k12/tools/qrg-generation-cancel", {}, {}, body=body))

    def tool_k12_qrg_generation_kickoff(
        self,
        *,
        body: t.ToolK12QrgGenerationKickoffBody,
    ) -> t.ToolK12QrgGenerationKickoffReply:
        """Generate quick reference guides"""
        return cast(t.ToolK12QrgGenerationKickoffReply, self._call("POST", "/ai/k12/tools/qrg-generation-kickoff", {}, {}, body=body))

    def tool_k12_qrg_generation_result(
        self,
        *,
        body: t.ToolK12QrgGenerationResultBody,
    ) -> t.ToolK12QrgGenerationResultReply:
        """Get the guides of a job"""
        return cast(t.ToolK12QrgGenerationResultReply, self._call("POST", "/ai/k12/tools/qrg-generation-result", {}, {}, body=body))

    def tool_k12_qrg_generation_status(
        self,
        *,
        body: t.ToolK12QrgGenerationStatusBody,
    ) -> t.ToolK12QrgGenerationStatusReply:
        """Get the status of guides"""
        return cast(t.ToolK12QrgGenerationStatusReply, self._call("POST", "/ai/k12/tools/qrg-generation-status", {}, {}, body=body))

    def tool_sdac_compare_quarters(
        self,
        *,
        body: t.ToolSdacCompareQuartersBody,
    ) -> t.ToolSdacCompareQuartersReply:
        """Compare quarters"""
        return cast(t.ToolSdacCompareQuartersReply, self._call("POST", "/ai/sdac/tools/compare-quarters", {}, {}, body=body))

    def tool_sdac_cost_variance(
        self,
        *,
        body: t.ToolSdacCostVarianceBody,
    ) -> t.ToolSdacCostVarianceReply:
        """Cost variance"""
        return cast(t.ToolSdacCostVarianceReply, self._call("POST", "/ai/sdac/tools/cost-variance", {}, {}, body=body))

    def tool_sdac_explain_finding(
        self,
        *,
        body: t.ToolSdacExplainFindingBody,
    ) -> t.ToolSdacExplainFindingReply:
        """Explain finding"""
        return cast(t.ToolSdacExplainFindingReply, self._call("POST", "/ai/sdac/tools/explain-finding", {}, {}, body=body))

    def tool_sdac_list_findings(
        self,
        *,
        body: t.ToolSdacListFindingsBody,
    ) -> t.ToolSdacListFindingsReply:
        """List findings"""
        return cast(t.ToolSdacListFindingsReply, self._call("POST", "/ai/sdac/tools/list-findings", {}, {}, body=body))

    def tool_sdac_list_quarters(
        self,
        *,
        body: t.ToolSdacListQuartersBody,
    ) -> t.ToolSdacListQuartersReply:
        """List quarters"""
        return cast(t.ToolSdacListQuartersReply, self._call("POST", "/ai/sdac/tools/list-quarters", {}, {}, body=body))

    def tool_sdac_list_reports(
        self,
        *,
        body: t.ToolSdacListReportsBody,
    ) -> t.ToolSdacListReportsReply:
        """List reports"""
        return cast(t.ToolSdacListReportsReply, self._call("POST", "/ai/sdac/tools/list-reports", {}, {}, body=body))

    def tool_sdac_query_rows(
        self,
        *,
        body: t.ToolSdacQueryRowsBody,
    ) -> t.ToolSdacQueryRowsReply:
        """Query rows"""
        return cast(t.ToolSdacQueryRowsReply, self._call("POST", "/ai/sdac/tools/query-rows", {}, {}, body=body))

    def tool_sdac_recompute_totals(
        self,
        *,
        body: t.ToolSdacRecomputeTotalsBody,
    ) -> t.ToolSdacRecomputeTotalsReply:
        """Recompute totals"""
        return cast(t.ToolSdacRecomputeTotalsReply, self._call("POST", "/ai/sdac/tools/recompute-totals", {}, {}, body=body))

    def tool_sdac_report_summary(
        self,
        *,
        body: t.ToolSdacReportSummaryBody,
    ) -> t.ToolSdacReportSummaryReply:
        """Report summary"""
        return cast(t.ToolSdacReportSummaryReply, self._call("POST", "/ai/sdac/tools/report-summary", {}, {}, body=body))

    def tool_sdac_validate_cost_report(
        self,
        *,
        body: t.ToolSdacValidateCostReportBody,
    ) -> t.ToolSdacValidateCostReportReply:
        """Validate cost report"""
        return cast(t.ToolSdacValidateCostReportReply, self._call("POST", "/ai/sdac/tools/validate-cost-report", {}, {}, body=body))

    def unshare_conversation(
        self,
        *,
        conversation_id: str,
    ) -> t.UnshareConversationReply:
        """Revoke the link to a conversation"""
        return cast(t.UnshareConversationReply, self._call("DELETE", "/api/v2/chat/conversations/{conversation_id}/share", {"conversation_id": conversation_id}, {}))

    def upload_cost_report(
        self,
        *,
        form: Mapping[str, FormValue],
    ) -> t.UploadCostReportReply:
        """Upload a cost report workbook"""
        return cast(t.UploadCostReportReply, self._call("POST", "/sdac/upload", {}, {}, form=form))

    def upload_document(
        self,
        *,
        form: Mapping[str, FormValue],
    ) -> t.UploadDocumentReply:
        """Upload a document"""
        return cast(t.UploadDocumentReply, self._call("POST", "/api/v2/upload", {}, {}, form=form))

    def upload_document_for_rag(
        self,
        *,
        form: Mapping[str, FormValue],
    ) -> t.UploadDocumentForRagReply:
        """Upload a document"""
        return cast(t.UploadDocumentForRagReply, self._call("POST", "/api/v2/flexible-rag/upload", {}, {}, form=form))

    def upload_from_url(
        self,
        *,
        body: t.UploadFromUrlBody,
    ) -> t.UploadFromUrlReply:
        """Upload a document from a URL"""
        return cast(t.UploadFromUrlReply, self._call("POST", "/api/v2/upload/from-url", {}, {}, body=body))

    def upload_widget_report(
        self,
        *,
        form: Mapping[str, FormValue],
    ) -> t.UploadWidgetReportReply:
        """Upload a cost report workbook, for the widget"""
        return cast(t.UploadWidgetReportReply, self._call("POST", "/widget/api/runtime/sdac/upload", {}, {}, form=form))

    def validate_cost_report(
        self,
        *,
        body: t.ValidateCostReportBody,
    ) -> t.ValidateCostReportReply:
        """Check a report again, with the current thresholds and the latest previous quarter"""
        return cast(t.ValidateCostReportReply, self._call("POST", "/sdac/validate", {}, {}, body=body))

    def widget_frame(
        self,
    ) -> t.WidgetFrameReply:
        """Get the page inside the widget’s frame"""
        return cast(t.WidgetFrameReply, self._call("GET", "/widget/frame", {}, {}))

    def widget_script(
        self,
    ) -> t.WidgetScriptReply:
        """Get the script that embeds the review widget in a page"""
        return cast(t.WidgetScriptReply, self._call("GET", "/widget/embed.js", {}, {}))
